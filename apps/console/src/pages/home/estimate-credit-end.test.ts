import { estimateCreditEnd } from './estimate-credit-end';

const nowMs = Date.parse('2026-11-16T00:00:00Z');

describe('the end of the credit', () => {
  it('follows the spend of the days before', () => {
    const end = estimateCreditEnd(10, { spendUsd: 14, days: 7, nowMs });
    expect(end).toBe('2026-11-21T00:00:00.000Z');
  });

  it('is now for an account without credit', () => {
    expect(estimateCreditEnd(-1, { spendUsd: 7, days: 7, nowMs })).toBe('2026-11-16T00:00:00.000Z');
  });

  it('is unknown without spend, and when it is more than ten years away', () => {
    expect(estimateCreditEnd(10, { spendUsd: 0, days: 7, nowMs })).toBeNull();
    expect(estimateCreditEnd(10_000, { spendUsd: 0.01, days: 7, nowMs })).toBeNull();
  });
});
