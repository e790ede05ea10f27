import type { CallerIdentity } from '@tollgate/identity';
import type { SpendLimit } from '@tollgate/till';
import type { ReceivedCall } from '../receive/received-call';

/** Every spend limit of a call: breakers, then budgets and caps in order of precedence. */
export function listLimits({
  caller,
  policy,
}: Pick<ReceivedCall, 'caller' | 'policy'>): SpendLimit[] {
  return [...listPersonalBreaker(caller), ...policy.limits, ...listKeyCap(caller)];
}

/** A key of an organization without a member has no personal limit. */
function listPersonalBreaker({ breaker, org, userId: scopeId }: CallerIdentity): SpendLimit[] {
  if (breaker === null || scopeId === '' || org?.memberId === '') return [];
  const base = { scope: 'user', scopeId, rule: 'settled' } as const;
  return [
    { ...base, window: 'minute', limitNanos: breaker.minuteNanos },
    { ...base, window: 'hour', limitNanos: breaker.hourNanos },
  ];
}

function listKeyCap({ keyId, limit }: CallerIdentity): SpendLimit[] {
  if (limit === null) return [];
  const { nanos: limitNanos, period: window } = limit;
  return [{ scope: 'key', scopeId: keyId, window, limitNanos, rule: 'reserved' }];
}
