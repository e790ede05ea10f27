import fc from 'fast-check';
import { formatUsd, nanosToUsdNumber, parseDecimal, parseUsd, usdNumberToNanos } from './nanos';

describe('amounts', () => {
  it.each([
    ['0', 0n],
    ['25', 25_000_000_000n],
    ['0.000000001', 1n],
    ['-1.5', -1_500_000_000n],
    ['0.10', 100_000_000n],
  ])('reads %s exactly', (text, nanos) => {
    expect(parseUsd(text)).toBe(nanos);
  });

  it.each(['', 'abc', '1e3', '0.0000000001', '1.', '.5', '1234567890123'])('refuses %j', (text) => {
    expect(() => parseUsd(text)).toThrow(RangeError);
  });

  it('reads a price per million tokens as picos per token', () => {
    expect(parseDecimal('0.0075', 6)).toBe(7_500n);
  });

  it('prints what it read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }), (nanos) => {
        expect(parseUsd(formatUsd(nanos))).toBe(nanos);
      }),
    );
  });

  it('keeps a JSON number of at most nine decimals exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (nanos) => {
        expect(usdNumberToNanos(nanosToUsdNumber(nanos))).toBe(nanos);
      }),
    );
  });

  it('reads numbers that JavaScript prints with an exponent', () => {
    expect(usdNumberToNanos(1e-7)).toBe(100n);
  });

  it('refuses NaN and infinities', () => {
    expect(() => usdNumberToNanos(Number.NaN)).toThrow(RangeError);
    expect(() => usdNumberToNanos(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
