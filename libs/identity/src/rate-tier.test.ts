import { getRequestsPerMinute, isFreeTier } from './rate-tier';

describe('the rate tier', () => {
  it.each([
    [-1n, true, 20],
    [9_999_999_999n, true, 20],
    [10_000_000_000n, false, 200],
  ])('of %p nanos', (balanceNanos, isFree, requests) => {
    expect(isFreeTier(balanceNanos)).toBe(isFree);
    expect(getRequestsPerMinute(balanceNanos, 200)).toBe(requests);
  });
});
