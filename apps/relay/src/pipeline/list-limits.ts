import type { CallerIdentity } from '@tollgate/identity';
import type { SpendLimit } from '@tollgate/till';

/**
 * Every limit that stands over a call, in order of precedence: breakers first, then budgets and
 * caps. Further scopes join this list.
 */
export function listLimits(caller: CallerIdentity): SpendLimit[] {
  return listKeyCap(caller);
}

function listKeyCap({ keyId, limit }: CallerIdentity): SpendLimit[] {
  if (limit === null) return [];
  const { nanos: limitNanos, period: window } = limit;
  return [{ scope: 'key', scopeId: keyId, window, limitNanos, rule: 'reserved' }];
}
