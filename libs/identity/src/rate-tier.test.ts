import { getRequestsPerMinute, isFreeTier } from './rate-tier';

describe('the rate tier', () => {
  it.each([
    [-1n, false, true, 20],
    [9_999_999_999n, false, true, 20],
    [10_000_000_000n, false, false, 200],
    [-1n, true, false, 200],
  ])('of %p nanos, invoiced: %p', (balanceNanos, isInvoiced, isFree, requests) => {
    expect(isFreeTier({ balanceNanos, isInvoiced })).toBe(isFree);
    expect(getRequestsPerMinute({ balanceNanos, isInvoiced }, 200)).toBe(requests);
  });
});
