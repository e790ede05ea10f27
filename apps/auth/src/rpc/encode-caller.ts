import { CallerKind, type Caller as CallerMessage } from '@tollgate/contracts';
import { makeTokenActorId } from '@tollgate/identity';
import { isForPerson, type ApiKey } from '../domain/api-key';
import { resolveBreaker } from '../domain/circuit-breaker';
import { getSessionLabel, type InstitutionSession } from '../domain/institution-session';
import type { OperatorToken } from '../domain/operator-token';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { AuthenticatedCaller } from '../use-cases/authenticate';

type WalletFields = 'walletId' | 'balanceNanos' | 'isInvoiced';
type CredentialFields = Omit<CallerMessage, WalletFields>;

export function encodeCaller({ credential, tier, walletId }: AuthenticatedCaller): CallerMessage {
  const { balanceNanos, isInvoiced } = tier;
  const wallet = { walletId, balanceNanos, isInvoiced };
  switch (credential.kind) {
    case 'key':
      return { ...wallet, ...encodeKey(credential.key, credential.user) };
    case 'session':
      return { ...wallet, ...encodeSession(credential.session, credential.user) };
    case 'institution':
      return { ...wallet, ...encodeInstitution(credential.session) };
    case 'operator':
      return { ...wallet, ...encodeOperator(credential.token) };
  }
}

const nobody: Omit<CredentialFields, 'userId' | 'kind' | 'email' | 'expiresAtMs'> = {
  keyId: '',
  sessionId: '',
  label: '',
  isSuspended: false,
  isOperator: false,
  allowedCidrs: [],
  limitNanos: undefined,
  limitPeriod: '',
  breakerMinuteNanos: undefined,
  breakerHourNanos: undefined,
  hasFreeFallback: true,
  orgId: '',
  teamId: '',
  memberId: '',
  quotaRequests: undefined,
  quotaTokens: undefined,
  operatorScopes: [],
};

function encodeSession(session: Session, user: User): CredentialFields {
  return {
    ...nobody,
    kind: CallerKind.CALLER_KIND_SESSION,
    sessionId: session.id,
    expiresAtMs: BigInt(session.expiresAt.getTime()),
    ...encodeUser(user),
  };
}

/** Its id stands for a key too, so that usage and caps count per session. */
function encodeInstitution(session: InstitutionSession): CredentialFields {
  const { email, id, orgId, quota } = session;
  return {
    ...nobody,
    kind: CallerKind.CALLER_KIND_INSTITUTION_SESSION,
    userId: '',
    keyId: id,
    sessionId: id,
    orgId,
    label: getSessionLabel(session),
    email,
    limitNanos: quota.nanos ?? undefined,
    quotaRequests: quota.requests ?? undefined,
    quotaTokens: quota.tokens ?? undefined,
    expiresAtMs: BigInt(session.expiresAt.getTime()),
  };
}

/** The audit log names it by the user id. */
function encodeOperator({ expiresAt, id, name, scopes }: OperatorToken): CredentialFields {
  return {
    ...nobody,
    kind: CallerKind.CALLER_KIND_OPERATOR_TOKEN,
    userId: makeTokenActorId(name),
    keyId: id,
    label: name,
    email: '',
    operatorScopes: [...scopes],
    expiresAtMs: BigInt(expiresAt?.getTime() ?? 0),
  };
}

function encodeKey(key: ApiKey, user: User): CredentialFields {
  const isManagement = key.type === 'management';
  const person = isForPerson(key)
    ? encodeUser(user)
    : // The user's own settings do not hold for the organization; a suspension holds for the key.
      {
        userId: user.id,
        email: user.email,
        hasFreeFallback: true,
        isSuspended: user.suspension !== null,
      };
  return {
    ...nobody,
    kind: isManagement
      ? CallerKind.CALLER_KIND_MANAGEMENT_KEY
      : CallerKind.CALLER_KIND_STANDARD_KEY,
    keyId: key.id,
    label: key.label,
    allowedCidrs: [...key.allowedCidrs],
    limitNanos: key.limitNanos ?? undefined,
    limitPeriod: key.limitReset ?? '',
    expiresAtMs: BigInt(key.expiresAt?.getTime() ?? 0),
    ...encodeOrg(key),
    ...person,
    hasFreeFallback: person.hasFreeFallback && key.hasFreeFallback,
  };
}

function encodeOrg({ org }: ApiKey): Pick<CallerMessage, 'orgId' | 'teamId' | 'memberId'> {
  if (org === null) return { orgId: '', teamId: '', memberId: '' };
  return { orgId: org.orgId, teamId: org.teamId ?? '', memberId: org.memberId ?? '' };
}

type UserFields =
  | 'userId'
  | 'email'
  | 'isSuspended'
  | 'isOperator'
  | 'hasFreeFallback'
  | 'breakerMinuteNanos'
  | 'breakerHourNanos';

function encodeUser(user: User): Pick<CallerMessage, UserFields> {
  const { hourNanos, isEnabled, minuteNanos } = resolveBreaker(user.breaker);
  return {
    userId: user.id,
    email: user.email,
    isSuspended: user.suspension !== null,
    isOperator: user.role === 'operator',
    hasFreeFallback: user.hasFreeFallback,
    breakerMinuteNanos: isEnabled ? minuteNanos : undefined,
    breakerHourNanos: isEnabled ? hourNanos : undefined,
  };
}
