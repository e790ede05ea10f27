import { anonymousIdentity } from '@tollgate/identity';
import { personalPolicy as policy } from '@tollgate/policy';
import { listLimits } from './list-limits';

const caller = { ...anonymousIdentity, userId: 'user_1', keyId: 'key_1', walletId: 'user_1' };

describe('the limits of a call', () => {
  it('are empty for a caller without a cap and a breaker', () => {
    expect(listLimits({ caller, policy })).toEqual([]);
  });

  it('are both windows of the personal breaker, and then the cap of the key', () => {
    const limit = { nanos: 5n, period: 'weekly' } as const;
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    expect(listLimits({ caller: { ...caller, limit, breaker }, policy })).toEqual([
      { scope: 'user', scopeId: 'user_1', window: 'minute', limitNanos: 1n, rule: 'settled' },
      { scope: 'user', scopeId: 'user_1', window: 'hour', limitNanos: 20n, rule: 'settled' },
      { scope: 'key', scopeId: 'key_1', window: 'weekly', limitNanos: 5n, rule: 'reserved' },
    ]);
  });

  it('hold the breakers of an organization before its budgets, and both before the cap', () => {
    const base = { scope: 'org', scopeId: 'org_1', limitNanos: 9n } as const;
    const limits = [
      { ...base, window: 'minute', rule: 'settled' },
      { ...base, window: 'monthly', rule: 'reserved' },
    ] as const;
    const limit = { nanos: 5n, period: 'weekly' } as const;
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    const org = { orgId: 'org_1', teamId: '', memberId: 'mem_1' };
    const listed = listLimits({
      caller: { ...caller, limit, breaker, org },
      policy: { ...policy, limits },
    });
    expect(listed.map(({ scope, window }) => `${scope} ${window}`)).toEqual([
      'user minute',
      'user hour',
      'org minute',
      'org monthly',
      'key weekly',
    ]);
  });

  it('omit the personal breaker for a key without a member', () => {
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    const org = { orgId: 'org_1', teamId: '', memberId: '' };
    expect(listLimits({ caller: { ...caller, breaker, org }, policy })).toEqual([]);
  });
});
