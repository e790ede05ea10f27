import type { CallerIdentity } from '@tollgate/identity';
import type { SpendLimit } from '@tollgate/till';

/**
 * Every limit that stands over a call: breakers, then budgets and caps in order of precedence.
 * Further scopes join this list.
 */
export function listLimits(caller: CallerIdentity): SpendLimit[] {
  return [...listPersonalBreaker(caller), ...listKeyCap(caller)];
}

function listPersonalBreaker({ breaker, userId: scopeId }: CallerIdentity): SpendLimit[] {
  if (breaker === null) return [];
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
