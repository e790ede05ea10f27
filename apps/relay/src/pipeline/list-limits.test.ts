import { anonymousIdentity } from '@tollgate/identity';
import { listLimits } from './list-limits';

const caller = { ...anonymousIdentity, userId: 'user_1', keyId: 'key_1', walletId: 'user_1' };

describe('the limits of a call', () => {
  it('are none for a caller without a cap and a breaker', () => {
    expect(listLimits(caller)).toEqual([]);
  });

  it('are both windows of the personal breaker, and then the cap of the key', () => {
    const limit = { nanos: 5n, period: 'weekly' } as const;
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    expect(listLimits({ ...caller, limit, breaker })).toEqual([
      { scope: 'user', scopeId: 'user_1', window: 'minute', limitNanos: 1n, rule: 'settled' },
      { scope: 'user', scopeId: 'user_1', window: 'hour', limitNanos: 20n, rule: 'settled' },
      { scope: 'key', scopeId: 'key_1', window: 'weekly', limitNanos: 5n, rule: 'reserved' },
    ]);
  });
});
