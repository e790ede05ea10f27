import { CallerKind, type AuthServiceClient, type Caller as Message } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
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
import { callUnary } from '@tollgate/rpc';
import { compileAddressRules } from '../domain/address-rules';
import type { Caller } from '../domain/caller';
import type { LookUpCaller } from '../use-cases/ports';

const deadlineMs = 1_500;

/** Asks auth who is behind an API key. */
export function createKeyLookup(client: AuthServiceClient): LookUpCaller {
  const call = client.authenticateKey.bind(client);
  return (keyHash, requestId) => lookUp(callUnary(call, { keyHash }, { deadlineMs, requestId }));
}

/** Asks auth who is behind a session cookie. */
export function createSessionLookup(client: AuthServiceClient): LookUpCaller {
  const call = client.authenticateSession.bind(client);
  return (tokenHash, requestId) =>
    lookUp(callUnary(call, { tokenHash }, { deadlineMs, requestId }));
}

async function lookUp(
  answer: Promise<{ caller: Message | undefined }>,
): Promise<Caller | undefined> {
  try {
    const { caller } = await answer;
    return caller && readCaller(caller);
  } catch (error) {
    if (AppError.is(error, 'unauthenticated')) return undefined;
    // Whatever kept auth from answering: a client that drops its key because of it would be wrong.
    throw new AppError('overloaded', { retryAfterSeconds: 1, cause: error });
  }
}

function readCaller(message: Message): Caller | undefined {
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
