import { AppError } from '@tollgate/errors';
import type {
  CallerIdentity,
  CallerKind,
  LimitPeriod,
  OrgCaller,
  PersonalBreaker,
  SessionQuota,
} from './caller-identity';

/** The signed claims: the identity without its per-request fields, and its expiry. */
export interface IdentityClaims {
  readonly identity: CallerIdentity;
  readonly expiresAtMs: number;
  /** False only for an edge of the former release, which sends no seals. */
  readonly needsSeal: boolean;
}

interface WireClaims {
  readonly kind: CallerKind;
  readonly user: string;
  readonly key: string;
  readonly session: string;
  readonly wallet: string;
  /** Absent without an organization; like all optional fields it is left out when not needed. */
  readonly org?: readonly [orgId: string, teamId: string, memberId: string];
  readonly label: string;
  readonly email: string;
  readonly limit: readonly [nanos: string, period: LimitPeriod] | null;
  readonly quota?: SessionQuota;
  readonly breaker?: readonly [minuteNanos: string, hourNanos: string];
  readonly freeOnly?: true;
  readonly balance: string;
  readonly invoiced?: true;
  readonly expires: number;
  readonly sealed?: true;
}

export function encodeClaims({ identity, expiresAtMs, needsSeal }: IdentityClaims): string {
  const wire: WireClaims = {
    kind: identity.kind,
    user: identity.userId,
    key: identity.keyId,
    session: identity.sessionId,
    wallet: identity.walletId,
    ...(identity.org && { org: encodeOrg(identity.org) }),
    label: identity.label,
    email: identity.email,
    limit: identity.limit && [identity.limit.nanos.toString(), identity.limit.period],
    ...(identity.quota && { quota: identity.quota }),
    ...(identity.breaker && { breaker: encodeBreaker(identity.breaker) }),
    ...(!identity.hasFreeFallback && { freeOnly: true }),
    balance: identity.balanceNanos.toString(),
    ...(identity.isInvoiced && { invoiced: true }),
    expires: expiresAtMs,
    ...(needsSeal && { sealed: true }),
  };
  return Buffer.from(JSON.stringify(wire)).toString('base64url');
}

/** Only for claims with a verified signature: their shape is what encodeClaims wrote. */
export function decodeClaims(text: string): IdentityClaims {
  const wire = parseWire(text);
  return {
    expiresAtMs: wire.expires,
    needsSeal: wire.sealed === true,
    identity: Object.freeze({
      kind: wire.kind,
      userId: wire.user,
      keyId: wire.key,
      sessionId: wire.session,
      walletId: wire.wallet,
      org: decodeOrg(wire.org),
      label: wire.label,
      email: wire.email,
      limit: wire.limit && { nanos: BigInt(wire.limit[0]), period: wire.limit[1] },
      quota: wire.quota ?? null,
      breaker: decodeBreaker(wire.breaker),
      hasFreeFallback: wire.freeOnly !== true,
      balanceNanos: BigInt(wire.balance),
      isInvoiced: wire.invoiced === true,
      clientIp: '',
    }),
  };
}

function encodeOrg({ orgId, teamId, memberId }: OrgCaller): [string, string, string] {
  return [orgId, teamId, memberId];
}

function decodeOrg(wire: WireClaims['org']): OrgCaller | null {
  return wire ? { orgId: wire[0], teamId: wire[1], memberId: wire[2] } : null;
}

function encodeBreaker(breaker: PersonalBreaker): [string, string] {
  return [breaker.minuteNanos.toString(), breaker.hourNanos.toString()];
}

function decodeBreaker(wire: WireClaims['breaker']): PersonalBreaker | null {
  return wire ? { minuteNanos: BigInt(wire[0]), hourNanos: BigInt(wire[1]) } : null;
}

function parseWire(text: string): WireClaims {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as WireClaims;
  } catch (cause) {
    throw new AppError('unauthenticated', { cause });
  }
}
