import fc from 'fast-check';
import { computeCharge } from '@tollgate/money';
import { emptyUsage } from '@tollgate/model-spec';
import { estimateCost } from './estimate-cost';
import {
  chooseTier,
  makeChargeLines,
  makePriceList,
  makeUndiscountedLines,
  type PriceList,
} from './price-list';

const prices = {
  prompt: '2.5',
  completion: '10',
  cacheRead: '1.25',
  cacheWrite: '3.125',
  reasoning: null,
};
const list = makePriceList(
  prices,
  [{ abovePromptTokens: 1_000, prompt: '5', completion: '15' }],
  3n,
) as PriceList;

describe('a price list', () => {
  it('does not exist without a price for prompt and completion', () => {
    expect(makePriceList({ prompt: '1' }, [], 1n)).toBeUndefined();
    expect(makePriceList({ prompt: null, completion: '1' }, [], 1n)).toBeUndefined();
  });

  it('switches whole above its threshold, not at it', () => {
    expect(chooseTier(list, 1_000).prompt).toBe(2_500_000n);
    expect(chooseTier(list, 1_001)).toMatchObject({
      prompt: 5_000_000n,
      completion: 15_000_000n,
      cacheRead: 5_000_000n,
    });
  });

  it('prices every bucket of a call', () => {
    const usage = {
      ...emptyUsage,
      input: 150,
      cacheRead: 100,
      cacheWrite5m: 50,
      output: 131,
      reasoning: 31,
    };
    const total = 150n * 2_500_000n + 100n * 1_250_000n + 50n * 3_125_000n + 131n * 10_000_000n;
    expect(computeCharge(makeChargeLines(list, usage))).toBe((total + 500n) / 1_000n);
  });

  it('knows what a call would have cost without the cache', () => {
    const usage = { ...emptyUsage, cacheRead: 100 };
    expect(
      computeCharge(makeUndiscountedLines(list, usage)) -
        computeCharge(makeChargeLines(list, usage)),
    ).toBe(125_000n);
  });

  it('charges a request fee once', () => {
    const withFee = makePriceList({ ...prices, request: '0.001' }, [], 1n) as PriceList;
    expect(computeCharge(makeChargeLines(withFee, { ...emptyUsage, input: 1 }))).toBe(
      1_000_000n + 2_500n,
    );
  });
});

const price = fc.integer({ min: 0, max: 100_000 }).map((units) => (units / 1_000).toString());
const optionalPrice = fc.option(price, { nil: null });
const anyList = fc
  .record({
    prompt: price,
    completion: price,
    cacheRead: optionalPrice,
    cacheWrite: optionalPrice,
    cacheWrite1h: optionalPrice,
    reasoning: optionalPrice,
    request: optionalPrice,
  })
  .chain((base) =>
    fc
      .array(
        fc.record({
          abovePromptTokens: fc.integer({ min: 1, max: 2_000 }),
          prompt: price,
          completion: price,
          cacheRead: optionalPrice,
        }),
        { maxLength: 3 },
      )
      .map((tiers) => makePriceList(base, tiers, 1n) as PriceList),
  );

describe('the reserve', () => {
  it('covers every usage within the prompt and output it was made for', () => {
    const count = fc.integer({ min: 0, max: 1_000 });
    const usages = fc.record({
      input: count,
      cacheRead: count,
      cacheWrite5m: count,
      cacheWrite1h: count,
      output: count,
      reasoningShare: fc.integer({ min: 0, max: 100 }),
      slack: count,
      choices: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(anyList, usages, (prices, generated) => {
        const { reasoningShare, slack, choices, ...counts } = generated;
        const reasoning = Math.floor((counts.output * reasoningShare) / 100);
        const usage = { ...emptyUsage, ...counts, reasoning };
        const promptTokens =
          usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + slack;
        const outputTokens = Math.ceil(usage.output / choices);
        const reserve = estimateCost(prices, { promptTokens, outputTokens, choices });
        expect(computeCharge(makeChargeLines(prices, usage)) <= reserve).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
