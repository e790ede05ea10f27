import type { AuthClient } from '@tollgate/clients';
import { CallerKind, type Caller as Message } from '@tollgate/contracts';
import {
  anonymousIdentity,
  isOperatorScope,
  type CallerIdentity,
  type LimitPeriod,
  type OrgCaller,
  type PersonalBreaker,
  type SessionQuota,
  type SpendLimit,
} from '@tollgate/identity';
import { compileAddressRules } from '../domain/address-rules';
import type { Caller } from '../domain/caller';
import type { LookUpCaller } from '../use-cases/ports';

/** Finds the caller behind an API key. */
export function createKeyLookup(auth: AuthClient): LookUpCaller {
  return async (keyHash, requestId) => readCaller(await auth.authenticateKey(keyHash, requestId));
}

/** Finds the caller behind a session cookie. */
export function createSessionLookup(auth: AuthClient): LookUpCaller {
  return async (tokenHash, requestId) =>
    readCaller(await auth.authenticateSession(tokenHash, requestId));
}

function readCaller(message: Message | undefined): Caller | undefined {
  if (message === undefined) return undefined;
  const kind = readKind(message.kind);
  if (kind === undefined) return undefined;
  const { userId, keyId, sessionId, walletId, label, email, balanceNanos } = message;
  return {
    identity: {
      ...anonymousIdentity,
      ...{ kind, userId, keyId, sessionId, walletId, label, email, balanceNanos },
      org: readOrg(message),
      limit: readLimit(message),
      quota: readQuota(message),
      breaker: readBreaker(message),
      hasFreeFallback: message.hasFreeFallback,
      isInvoiced: message.isInvoiced,
    },
    isSuspended: message.isSuspended,
    isOperator: message.isOperator,
    operatorScopes: message.operatorScopes.filter(isOperatorScope),
    isAllowedFrom: compileAddressRules(message.allowedCidrs),
    expiresAtMs: message.expiresAtMs === 0n ? null : Number(message.expiresAtMs),
  };
}

/** A kind that a newer auth knows and this edge does not is nobody. */
function readKind(kind: CallerKind): CallerIdentity['kind'] | undefined {
  switch (kind) {
    case CallerKind.CALLER_KIND_STANDARD_KEY:
      return 'standard_key';
    case CallerKind.CALLER_KIND_MANAGEMENT_KEY:
      return 'management_key';
    case CallerKind.CALLER_KIND_SESSION:
      return 'session';
    case CallerKind.CALLER_KIND_INSTITUTION_SESSION:
      return 'institution_session';
    case CallerKind.CALLER_KIND_OPERATOR_TOKEN:
      return 'operator';
    default:
      return undefined;
  }
}

const periods: Readonly<Record<string, LimitPeriod>> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
};

function readOrg({ memberId, orgId, teamId }: Message): OrgCaller | null {
  return orgId === '' ? null : { orgId, teamId, memberId };
}

function readQuota({ quotaRequests, quotaTokens }: Message): SessionQuota | null {
  if (quotaRequests === undefined && quotaTokens === undefined) return null;
  return { requests: readCount(quotaRequests), tokens: readCount(quotaTokens) };
}

function readCount(count: bigint | undefined): number | null {
  return count === undefined ? null : Number(count);
}

function readBreaker(message: Message): PersonalBreaker | null {
  const { breakerHourNanos: hourNanos, breakerMinuteNanos: minuteNanos } = message;
  return minuteNanos === undefined || hourNanos === undefined ? null : { minuteNanos, hourNanos };
}

function readLimit({ limitNanos, limitPeriod }: Message): SpendLimit | null {
  return limitNanos === undefined
    ? null
    : { nanos: limitNanos, period: periods[limitPeriod] ?? 'total' };
}
