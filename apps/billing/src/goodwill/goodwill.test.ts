import { computeGoodwillLimit } from './goodwill';

const dollar = 1_000_000_000n;

describe('the goodwill allowance of a day', () => {
  it('is the base and 5 % of the spend of 30 days', () => {
    const limit = computeGoodwillLimit(dollar, { hasPaid: true, spentNanos: 40n * dollar });
    expect(limit).toBe(3n * dollar);
  });

  it('is 5 cents for a wallet that never held paid credit, whatever it spent', () => {
    const standing = { hasPaid: false, spentNanos: 40n * dollar };
    expect(computeGoodwillLimit(dollar, standing)).toBe(dollar / 20n);
    expect(computeGoodwillLimit(0n, standing)).toBe(0n);
  });
});
