import { CallerKind, type Caller as Message } from '@tollgate/contracts';
import {
  anonymousIdentity,
  type CallerIdentity,
  type LimitPeriod,
  type OrgCaller,
  type PersonalBreaker,
  type SessionQuota,
  type SpendLimit,
} from './caller-identity';
import { isOperatorScope, type OperatorScope } from './operator-scope';

/** The caller behind a credential, with the rules that the edge checks before a call passes. */
export interface ResolvedCaller {
  /** Never anonymous; `clientIp` is empty. */
  readonly identity: CallerIdentity;
  readonly isSuspended: boolean;
  readonly isOperator: boolean;
  /** Of an operator token; empty for every other credential. */
  readonly operatorScopes: readonly OperatorScope[];
  /** Addresses the credential may be used from; empty: anywhere. */
  readonly allowedCidrs: readonly string[];
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

type CredentialKind = Exclude<CallerIdentity['kind'], 'anonymous'>;

const messageKinds: Readonly<Record<CredentialKind, CallerKind>> = {
  standard_key: CallerKind.CALLER_KIND_STANDARD_KEY,
  test_key: CallerKind.CALLER_KIND_TEST_KEY,
  management_key: CallerKind.CALLER_KIND_MANAGEMENT_KEY,
  session: CallerKind.CALLER_KIND_SESSION,
  institution_session: CallerKind.CALLER_KIND_INSTITUTION_SESSION,
  operator: CallerKind.CALLER_KIND_OPERATOR_TOKEN,
  playground_token: CallerKind.CALLER_KIND_PLAYGROUND_TOKEN,
};
const kindsByMessage = new Map(
  Object.entries(messageKinds).map(([kind, message]) => [message, kind as CredentialKind]),
);

/** The message in which auth answers the edge. */
export function encodeCaller(caller: ResolvedCaller): Message {
  const { identity } = caller;
  const { breaker, kind, org, quota } = identity;
  return {
    kind: kind === 'anonymous' ? CallerKind.CALLER_KIND_UNSPECIFIED : messageKinds[kind],
    userId: identity.userId,
    keyId: identity.keyId,
    sessionId: identity.sessionId,
    walletId: identity.walletId,
    ...(org ?? { orgId: '', teamId: '', memberId: '' }),
    label: identity.label,
    email: identity.email,
    ...encodeLimit(identity.limit),
    quotaRequests: encodeCount(quota?.requests),
    quotaTokens: encodeCount(quota?.tokens),
    breakerMinuteNanos: breaker?.minuteNanos,
    breakerHourNanos: breaker?.hourNanos,
    hasFreeFallback: identity.hasFreeFallback,
    balanceNanos: identity.balanceNanos,
    isInvoiced: identity.isInvoiced,
    isSuspended: caller.isSuspended,
    isOperator: caller.isOperator,
    operatorScopes: [...caller.operatorScopes],
    allowedCidrs: [...caller.allowedCidrs],
    expiresAtMs: BigInt(caller.expiresAtMs ?? 0),
  };
}

/** Undefined for a kind of credential that only a newer auth has: the call is refused. */
export function decodeCaller(message: Message): ResolvedCaller | undefined {
  const kind = kindsByMessage.get(message.kind);
  if (kind === undefined) return undefined;
  const { userId, keyId, sessionId, walletId, label, email, balanceNanos } = message;
  return {
    identity: {
      ...anonymousIdentity,
      ...{ kind, userId, keyId, sessionId, walletId, label, email, balanceNanos },
      org: decodeOrg(message),
      limit: decodeLimit(message),
      quota: decodeQuota(message),
      breaker: decodeBreaker(message),
      hasFreeFallback: message.hasFreeFallback,
      isInvoiced: message.isInvoiced,
    },
    isSuspended: message.isSuspended,
    isOperator: message.isOperator,
    operatorScopes: message.operatorScopes.filter(isOperatorScope),
    allowedCidrs: message.allowedCidrs,
    expiresAtMs: message.expiresAtMs === 0n ? null : Number(message.expiresAtMs),
  };
}

const periods: Readonly<Record<string, LimitPeriod>> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
};

function encodeLimit(limit: SpendLimit | null): Pick<Message, 'limitNanos' | 'limitPeriod'> {
  if (limit === null) return { limitNanos: undefined, limitPeriod: '' };
  return { limitNanos: limit.nanos, limitPeriod: limit.period === 'total' ? '' : limit.period };
}

function decodeOrg({ memberId, orgId, teamId }: Message): OrgCaller | null {
  return orgId === '' ? null : { orgId, teamId, memberId };
}

function decodeLimit({ limitNanos, limitPeriod }: Message): SpendLimit | null {
  return limitNanos === undefined
    ? null
    : { nanos: limitNanos, period: periods[limitPeriod] ?? 'total' };
}

function decodeQuota({ quotaRequests, quotaTokens }: Message): SessionQuota | null {
  if (quotaRequests === undefined && quotaTokens === undefined) return null;
  return { requests: decodeCount(quotaRequests), tokens: decodeCount(quotaTokens) };
}

function decodeBreaker(message: Message): PersonalBreaker | null {
  const { breakerHourNanos: hourNanos, breakerMinuteNanos: minuteNanos } = message;
  return minuteNanos === undefined || hourNanos === undefined ? null : { minuteNanos, hourNanos };
}

function encodeCount(count: number | null | undefined): bigint | undefined {
  return count == null ? undefined : BigInt(count);
}

function decodeCount(count: bigint | undefined): number | null {
  return count === undefined ? null : Number(count);
}
