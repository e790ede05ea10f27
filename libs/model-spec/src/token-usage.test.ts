import { emptyUsage, isEmptyUsage } from './token-usage';

describe('usage', () => {
  it('is empty only when every bucket is', () => {
    expect(isEmptyUsage(emptyUsage)).toBe(true);
    expect(isEmptyUsage({ ...emptyUsage, cacheRead: 1 })).toBe(false);
    expect(isEmptyUsage({ ...emptyUsage, output: 1 })).toBe(false);
  });
});
