import type { SpendLimit } from '@tollgate/till';
import { renderErrorHeaders } from '@tollgate/errors';
import type { Refusal } from './holds';
import { makeRefusal } from './refuse-hold';

const cap: SpendLimit = {
  scope: 'key',
  scopeId: 'key_1',
  window: 'daily',
  limitNanos: 2_000_000_000n,
  rule: 'reserved',
};

function reached(changes: Partial<SpendLimit>, nowMs = Date.UTC(2026, 10, 14, 9, 0, 17)): Refusal {
  return {
    kind: 'limit-reached',
    limit: { ...cap, ...changes },
    spentNanos: 1_500_000_000n,
    reservedNanos: 500_000_000n,
    nowMs,
    trippedBreakers: [],
  };
}

describe('a call that the wallet cannot pay', () => {
  const refusal: Refusal = {
    kind: 'no-funds',
    availableNanos: -5_000_000_000n,
    creditNanos: 0n,
    requiredNanos: 1n,
  };

  it('never shows a negative balance as available', () => {
    expect(makeRefusal(refusal, 1n)).toMatchObject({
      reason: 'insufficient_credits',
      metadata: { scope: 'wallet', available: 0 },
    });
  });

  it('names the credit line where there is one', () => {
    const onCredit = { ...refusal, availableNanos: 1_000_000_000n, creditNanos: 50_000_000_000n };
    expect(makeRefusal(onCredit, 3_000_000_000n)).toMatchObject({
      reason: 'credit_limit_exceeded',
      status: 402,
      metadata: { scope: 'wallet', limit: 50, available: 1, required: 3 },
    });
  });
});

describe('a call over a limit', () => {
  it('names the cap, how far it is used, and when it ends', () => {
    expect(makeRefusal(reached({}), 1n)).toMatchObject({
      reason: 'spend_limit_exceeded',
      status: 402,
      metadata: {
        scope: 'key',
        period: 'daily',
        window: 'daily',
        limit: 2,
        spent: 1.5,
        reserved: 0.5,
        resets_at: '2026-11-15T00:00:00.000Z',
      },
    });
  });

  it('names no end for a lifetime limit', () => {
    const error = makeRefusal(reached({ window: 'total' }), 1n);
    expect(error.metadata).not.toHaveProperty('resets_at');
    expect(error.message).toContain('lifetime');
  });

  it('names the scope of a budget', () => {
    expect(makeRefusal(reached({ scope: 'team', window: 'monthly' }), 1n)).toMatchObject({
      reason: 'budget_cap_reached',
      status: 402,
      metadata: { scope: 'team', limit: 2, resets_at: '2026-12-01T00:00:00.000Z' },
    });
  });

  it('of a breaker waits for the end of the clock window, and is not retried', () => {
    const breaker = { scope: 'member', window: 'minute', rule: 'settled' } as const;
    const error = makeRefusal(reached({ ...breaker, limitNanos: 5_000_000_000n }), 1n);
    expect(error).toMatchObject({
      reason: 'spend_breaker',
      status: 429,
      message:
        'Spend breaker tripped: member scope, minute window (limit $5.00).' +
        ' Resets at 2026-11-14T09:01:00Z.',
      metadata: { scope: 'member', window: 'minute', resets_at: '2026-11-14T09:01:00.000Z' },
    });
    expect(renderErrorHeaders(error)).toEqual({ 'retry-after': '43', 'x-should-retry': 'false' });
  });
});
