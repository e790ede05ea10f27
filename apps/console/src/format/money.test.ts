import fc from 'fast-check';
import { formatUsd, formatUsdExact, nanosToUsd, sumUsd, usdToNanos } from './money';

describe('an amount of money', () => {
  it.each([
    [0, '$0.00', '$0.00'],
    [1, '$1.00', '$1.00'],
    [1234567.5, '$1,234,567.50', '$1,234,567.50'],
    [0.5, '$0.5000', '$0.50'],
    [0.00050052, '$0.000501', '$0.00050052'],
    [0.000000001, '$0.000000001', '$0.000000001'],
    [-2.345, '−$2.35', '−$2.345'],
    [-0.0000004, '−$0.000000400', '−$0.0000004'],
  ])('of %d USD is shown as %s and is exactly %s', (usd, shown, exact) => {
    expect(formatUsd(usd)).toBe(shown);
    expect(formatUsdExact(usd)).toBe(exact);
  });

  it('keeps every nano-dollar on the way to text and back', () => {
    const nanos = fc.bigInt({ min: -4_000_000_000_000_000n, max: 4_000_000_000_000_000n });
    fc.assert(
      fc.property(nanos, (amount) => {
        const text = formatUsdExact(nanosToUsd(amount)).replaceAll(/[$,]/g, '');
        return usdToNanos(Number(text.replace('−', '-'))) === amount;
      }),
    );
  });

  it('is shown the same for equal amounts, and never as zero unless it is zero', () => {
    const nanos = fc.bigInt({ min: -4_000_000_000_000_000n, max: 4_000_000_000_000_000n });
    fc.assert(
      fc.property(nanos, (amount) => {
        const isShownAsZero = /^−?\$0\.0+$/.test(formatUsd(nanosToUsd(amount)));
        return isShownAsZero === (amount === 0n);
      }),
    );
  });

  it('is summed without the error of floating-point numbers', () => {
    expect(sumUsd([0.1, 0.2])).toBe(0.3);
    expect(sumUsd(Array.from({ length: 1_000 }, () => 0.000000001))).toBe(0.000001);
  });
});
