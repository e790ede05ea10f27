import fc from 'fast-check';
import { computeCharge } from './charge';

const line = (units: bigint, pricePicos: bigint) => ({ bucket: 'prompt', units, pricePicos });

describe('a charge', () => {
  it('rounds half up once, not per line', () => {
    expect(computeCharge([line(1n, 499n), line(1n, 1n)])).toBe(1n);
    expect(computeCharge([line(1n, 499n)])).toBe(0n);
  });

  it('of 1,000 tokens at 2.5 USD per million is 0.0025 USD', () => {
    expect(computeCharge([line(1_000n, 2_500_000n)])).toBe(2_500_000n);
  });

  it('never differs from the exact sum by more than half a nano', () => {
    const lines = fc.array(
      fc.record({
        bucket: fc.constant('x'),
        units: fc.bigInt(0n, 10n ** 8n),
        pricePicos: fc.bigInt(0n, 10n ** 9n),
      }),
    );
    fc.assert(
      fc.property(lines, (generated) => {
        const exact = generated.reduce((sum, one) => sum + one.units * one.pricePicos, 0n);
        const difference = computeCharge(generated) * 1_000n - exact;
        expect(difference > -500n && difference <= 500n).toBe(true);
      }),
    );
  });
});
