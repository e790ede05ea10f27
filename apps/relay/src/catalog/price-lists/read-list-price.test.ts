import { formatDecimal, parseDecimal } from '@tollgate/money';
import { perToken, perUnit, readListPrice } from './read-list-price';

const draws = 2_000;

/** Digits of a price that is a whole number of picos, from a fixed sequence. */
function drawPicos(place: number): bigint {
  const spread =
    (BigInt(place) * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
  return spread % 10n ** BigInt(1 + (place % 12));
}

describe('a price of a list', () => {
  it.each([
    ['0.0000025', '2.5'],
    [2.5e-6, '2.5'],
    [7.5e-9, '0.0075'],
    [1.25e-7, '0.125'],
    ['1e-06', '1'],
    ['1E-6', '1'],
    [0, '0'],
    ['0.00', '0'],
    ['1', '1000000'],
    [5.46875e-7, '0.546875'],
  ])('of %s USD per token is %s USD per million', (value, price) => {
    expect(readListPrice(value, perToken)).toEqual({ price });
  });

  it.each([
    [0.04, '0.04'],
    ['1.5e1', '15'],
    [1e-12, '0.000000000001'],
  ])('of %s USD per unit stays %s', (value, price) => {
    expect(readListPrice(value, perUnit)).toEqual({ price });
  });

  it.each([
    ['-1', 'not fixed'],
    [-1, 'not fixed'],
    ['free', 'not a number'],
    ['', 'not a number'],
    [Number.NaN, 'not a number'],
    [null, 'not a number'],
    [{}, 'not a number'],
    ['1e999', 'not a number'],
    ['1.0000000000000001e-07', 'more than 6 decimals'],
    ['0.0000000000001', 'more than 6 decimals'],
    ['99999', 'too large'],
  ])('of %p is not taken over', (value, reason) => {
    expect(readListPrice(value, perToken)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('is exact: as text, as number and with an exponent, and back to the same integer', () => {
    for (let place = 0; place < draws; place++) {
      const picos = drawPicos(place);
      const perTokenText = formatDecimal(picos, 12);
      const expected = formatDecimal(picos, 6);
      expect(readListPrice(perTokenText, perToken)).toEqual({ price: expected });
      expect(readListPrice(`${picos}e-12`.replace(/^0e.*/, '0'), perToken)).toEqual({
        price: expected,
      });

      expect(readListPrice(Number(perTokenText), perToken)).toEqual({ price: expected });
      expect(parseDecimal(expected, 6)).toBe(picos);
    }
  });
});
