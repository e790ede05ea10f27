import {
  anonymousIdentity,
  makeTokenActorId,
  type EndedKey as ResolvedEnd,
  type ResolvedCaller,
} from '@tollgate/identity';
import { idPrefixes } from '@tollgate/ids';
import { resolveBreaker } from '../accounts/circuit-breaker';
import {
  getSessionLabel,
  toCounts,
  type InstitutionSession,
} from '../institutions/institution-session';
import { isForPerson, type ApiKey } from '../keys/api-key';
import type { EndedKey } from '../keys/find-key-end';
import type { OperatorToken } from '../operator-tokens/operator-token';
import type { Session } from '../sessions/session';
import type { User } from '../users/user';
import type { AuthenticatedCaller, Credential } from './authenticate-caller';

type PlaygroundCredential = Extract<Credential, { readonly kind: 'playground' }>;
type KeyCredential = Extract<Credential, { readonly kind: 'key' }>;

/** The data that the edge needs about the owner of a credential. */
export function describeCaller({
  credential,
  tier,
  walletId,
}: AuthenticatedCaller): ResolvedCaller {
  const { balanceNanos, isInvoiced } = tier;
  const caller = describeCredential(credential);
  return { ...caller, identity: { ...caller.identity, walletId, balanceNanos, isInvoiced } };
}

/** A key that has ended: its identity is for the refusal log and pays for nothing. */
export function describeEndedKey({ end, ...found }: EndedKey): ResolvedEnd {
  const { identity } = describeKey({ kind: 'key', ...found });
  return { identity, reason: end.reason, endedAtMs: end.at?.getTime() ?? null };
}

function describeCredential(credential: AuthenticatedCaller['credential']): ResolvedCaller {
  switch (credential.kind) {
    case 'key':
      return describeKey(credential);
    case 'session':
      return describeSession(credential.session, credential.user);
    case 'institution':
      return describeInstitution(credential.session);
    case 'operator':
      return describeOperator(credential.token);
    case 'playground':
      return describePlayground(credential);
  }
}

const unrestricted: Omit<ResolvedCaller, 'identity'> = {
  isSuspended: false,
  isOperator: false,
  operatorScopes: [],
  allowedCidrs: [],
  expiresAtMs: null,
};

function describeSession(session: Session, user: User): ResolvedCaller {
  return {
    ...unrestricted,
    identity: {
      ...anonymousIdentity,
      kind: 'session',
      sessionId: session.id,
      ...describePerson(user),
    },
    ...describeAccount(user),
    expiresAtMs: session.expiresAt.getTime(),
  };
}

/** Its calls are recorded under a key id of their own, which is the same for all of a user. */
function describePlayground({ session, token, user }: PlaygroundCredential): ResolvedCaller {
  return {
    ...unrestricted,
    identity: {
      ...anonymousIdentity,
      kind: 'playground_token',
      keyId: idPrefixes.key + user.id.slice(idPrefixes.user.length),
      sessionId: session.id,
      label: 'playground',
      ...describePerson(user),
    },
    isSuspended: user.suspension !== null,
    expiresAtMs: getEarliestMs(token.expiresAt, session.expiresAt),
  };
}

/** The session id is also its key id, so that usage and caps count per session. */
function describeInstitution(session: InstitutionSession): ResolvedCaller {
  const { email, expiresAt, id, orgId, quota } = session;
  const hasQuota = quota.requests !== null || quota.tokens !== null;
  return {
    ...unrestricted,
    identity: {
      ...anonymousIdentity,
      kind: 'institution_session',
      keyId: id,
      sessionId: id,
      org: { orgId, teamId: '', memberId: '' },
      label: getSessionLabel(session),
      email,
      limit: quota.nanos === null ? null : { nanos: quota.nanos, period: 'total' },
      quota: hasQuota ? toCounts(quota) : null,
    },
    expiresAtMs: expiresAt.getTime(),
  };
}

/** The audit log names the token by the user id. */
function describeOperator({ expiresAt, id, name, scopes }: OperatorToken): ResolvedCaller {
  return {
    ...unrestricted,
    identity: {
      ...anonymousIdentity,
      kind: 'operator',
      userId: makeTokenActorId(name),
      keyId: id,
      label: name,
    },
    operatorScopes: scopes,
    expiresAtMs: expiresAt?.getTime() ?? null,
  };
}

function describeKey({ key, secretEndsAt, user }: KeyCredential): ResolvedCaller {
  const { limitNanos, limitReset } = key;
  const isPersonal = isForPerson(key);
  // Settings of the user do not apply to an organization's key; a suspension does.
  const person = isPersonal ? describePerson(user) : { userId: user.id, email: user.email };
  const isFallbackOff = isPersonal && !user.hasFreeFallback;
  return {
    ...unrestricted,
    identity: {
      ...anonymousIdentity,
      ...person,
      kind: `${key.type}_key`,
      keyId: key.id,
      label: key.label,
      org: describeOrg(key),
      limit: limitNanos === null ? null : { nanos: limitNanos, period: limitReset ?? 'total' },
      hasFreeFallback: !isFallbackOff && key.hasFreeFallback,
    },
    ...describeAccount(user),
    isOperator: isPersonal && user.role === 'operator',
    allowedCidrs: key.allowedCidrs,
    expiresAtMs: getEarliestMs(key.expiresAt, secretEndsAt),
  };
}

function getEarliestMs(...times: readonly (Date | null)[]): number | null {
  const timesMs = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return timesMs.length === 0 ? null : Math.min(...timesMs);
}

function describeOrg({ org }: ApiKey): ResolvedCaller['identity']['org'] {
  return org && { orgId: org.orgId, teamId: org.teamId ?? '', memberId: org.memberId ?? '' };
}

function describePerson(
  user: User,
): Pick<ResolvedCaller['identity'], 'userId' | 'email' | 'hasFreeFallback' | 'breaker'> {
  const { hourNanos, isEnabled, minuteNanos } = resolveBreaker(user.breaker);
  return {
    userId: user.id,
    email: user.email,
    hasFreeFallback: user.hasFreeFallback,
    breaker: isEnabled ? { minuteNanos, hourNanos } : null,
  };
}

function describeAccount(user: User): Pick<ResolvedCaller, 'isSuspended' | 'isOperator'> {
  return { isSuspended: user.suspension !== null, isOperator: user.role === 'operator' };
}
