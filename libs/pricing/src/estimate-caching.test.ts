import fc from 'fast-check';
import { computeCharge } from '@tollgate/money';
import { emptyUsage } from '@tollgate/model-spec';
import { makeTokenLines, makeUndiscountedLines } from './charge-tokens';
import { estimateCaching } from './estimate-caching';
import { makePriceList } from './price-list';

const claude = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75' },
  tiers: [{ abovePromptTokens: 200_000, prompt: '6', completion: '22.5', cacheRead: '0.6' }],
});
const charge = (usage: Partial<typeof emptyUsage>) => ({
  usage: { ...emptyUsage, ...usage },
  isThinking: false,
  usesWeb: false,
});

describe('what caching a part of a prompt is worth', () => {
  it('is the difference to the price of reads and of writes', () => {
    const worth = estimateCaching(claude, charge({ input: 5_000, output: 10 }), 2_000);
    expect(worth).toEqual({ savingNanos: 2_000n * 2_700n, premiumNanos: 2_000n * 750n });
  });

  it('has the prices of the tier of the whole prompt', () => {
    const { savingNanos } = estimateCaching(claude, charge({ input: 200_001 }), 1_000);
    expect(savingNanos).toBe(1_000n * 5_400n);
  });

  it('is bounded by the tokens that were charged as input', () => {
    const usage = charge({ input: 100, imageInput: 900 });
    expect(estimateCaching(claude, usage, 1_000)).toEqual(estimateCaching(claude, usage, 100));
  });

  it('is nothing where caches have no prices of their own', () => {
    const prices = { prompt: '3', completion: '15' };
    const plain = makePriceList({ version: 1n, kind: 'chat', prices });
    const nothing = { savingNanos: 0n, premiumNanos: 0n };
    expect(estimateCaching(plain, charge({ input: 5_000 }), 2_000)).toEqual(nothing);
  });

  it('is to the nano-dollar what receipts of such calls would differ by', () => {
    const price = fc.integer({ min: 0, max: 90_000_000 }).map((picos) => String(picos / 1e6));
    const prices = fc.record({
      ...{ prompt: price, completion: price, cacheRead: price, cacheWrite: price },
    });
    const tokens = fc.nat(400_000);
    const property = fc.property(
      fc.tuple(prices, tokens, tokens, tokens),
      ([listed, input, output, part]) => {
        const list = makePriceList({ version: 1n, kind: 'chat', prices: listed });
        const used = charge({ input, output });
        const cached = Math.min(input, part);
        const rest = { input: input - cached, output };
        const paid = computeCharge(makeTokenLines(list, used));
        const read = charge({ ...rest, cacheRead: cached });
        const written = charge({ ...rest, cacheWrite5m: cached });
        const { premiumNanos, savingNanos } = estimateCaching(list, used, part);
        expect(savingNanos).toBe(paid - computeCharge(makeTokenLines(list, read)));
        expect(premiumNanos).toBe(computeCharge(makeTokenLines(list, written)) - paid);
        // A receipt of the marked call would show the same saving as its cache discount.
        const discount = computeCharge(makeUndiscountedLines(list, read)) - paid + savingNanos;
        expect(discount).toBe(savingNanos);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
