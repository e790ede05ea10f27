import fc from 'fast-check';
import { computeCharge } from '@tollgate/money';
import { countOutputTokens, countPromptTokens, emptyUsage } from '@tollgate/model-spec';
import { joinLines, makeTokenLines } from './charge-tokens';
import {
  countCoveredTokens,
  estimateExtension,
  estimateFloor,
  estimateTokens,
  type TokenWork,
} from './estimate-tokens';
import { makePriceList } from './price-list';

const price = fc.integer({ min: 0, max: 99_999_999 }).map((millionths) => {
  const digits = String(millionths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});
const optionalPrice = fc.option(price, { nil: null });
const tokenPrices = {
  prompt: price,
  completion: price,
  cacheRead: optionalPrice,
  cacheWrite: optionalPrice,
  cacheWrite1h: optionalPrice,
  reasoning: optionalPrice,
  audioInput: optionalPrice,
  imageInput: optionalPrice,
  audioOutput: optionalPrice,
  imageOutput: optionalPrice,
};
const anyList = fc
  .record({
    prices: fc.record({
      ...tokenPrices,
      thinkingMultiplier: fc.constantFrom(null, '0.5', '2', '1.333333'),
      request: optionalPrice,
      web: optionalPrice,
      tools: fc.record({ web_search: price, code_execution: price, beta: price }),
      serviceTiers: fc.dictionary(
        fc.constantFrom('priority', 'flex', 'default', 'speed:fast'),
        fc.constantFrom('0.5', '1', '2', '6.333333'),
      ),
    }),
    tiers: fc.array(
      fc.record({ abovePromptTokens: fc.integer({ min: 1, max: 2_000 }), ...tokenPrices }),
      { maxLength: 3 },
    ),
  })
  .map((input) => makePriceList({ version: 1n, kind: 'chat', ...input }));

const count = fc.integer({ min: 0, max: 1_000 });
const toolName = fc.constantFrom('web_search', 'code_execution', 'unpriced');
const tierName = fc.constantFrom(undefined, 'auto', 'default', 'flex', 'priority', 'unpriced');
const extras = fc.record({
  tools: fc.array(
    fc.oneof(
      fc.record({ name: toolName, param: fc.constant('tool'), usesMax: fc.nat({ max: 20 }) }),
      fc.constant({ name: 'beta', param: 'beta', usesMax: 1, isPerCall: true as const }),
    ),
    { maxLength: 3 },
  ),
  serviceTier: tierName,
  rates: fc.constantFrom([], [{ name: 'speed:fast', param: 'speed' }]),
});
/** Includes what a provider should never report. */
const reported = fc.record({
  serviceTier: tierName,
  toolUses: fc.array(fc.tuple(toolName, count)).map((uses) => new Map(uses)),
});
const flags = fc.record({
  cacheWrite: fc.constantFrom('none' as const, '5m' as const, '1h' as const),
  isThinking: fc.boolean(),
  hasAudioInput: fc.boolean(),
  hasImageInput: fc.boolean(),
  hasAudioOutput: fc.boolean(),
  hasImageOutput: fc.boolean(),
  usesWeb: fc.boolean(),
  isSearchShared: fc.boolean(),
  choices: fc.integer({ min: 1, max: 3 }),
});
const counts = fc.record({
  input: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  audioInput: count,
  imageInput: count,
  output: count,
  audioOutput: count,
  imageOutput: count,
  reasoningShare: fc.integer({ min: 0, max: 100 }),
  promptSlack: count,
});

type Flags = Omit<TokenWork, 'promptTokens' | 'outputTokens'>;

/** Only what such a call can use: no cache writes without markers, no audio from text. */
function makeUsage(generated: typeof counts extends fc.Arbitrary<infer T> ? T : never, is: Flags) {
  const keep = (wanted: boolean, units: number): number => (wanted ? units : 0);
  return {
    ...emptyUsage,
    input: generated.input,
    cacheRead: generated.cacheRead,
    cacheWrite5m: keep(is.cacheWrite !== 'none', generated.cacheWrite5m),
    cacheWrite1h: keep(is.cacheWrite === '1h', generated.cacheWrite1h),
    audioInput: keep(is.hasAudioInput, generated.audioInput),
    imageInput: keep(is.hasImageInput, generated.imageInput),
    output: generated.output,
    reasoning: Math.floor((generated.output * generated.reasoningShare) / 100),
    audioOutput: keep(is.hasAudioOutput, generated.audioOutput),
    imageOutput: keep(is.hasImageOutput, generated.imageOutput),
  };
}

describe('the reserve', () => {
  it('covers the charge of every usage within the prompt and output it was made for', () => {
    fc.assert(
      fc.property(anyList, flags, counts, extras, reported, (list, is, generated, asked, told) => {
        const usage = makeUsage(generated, is);
        const work = {
          ...is,
          extras: asked,
          promptTokens: countPromptTokens(usage) + generated.promptSlack,
          outputTokens: Math.ceil(countOutputTokens(usage) / is.choices),
        };
        const { isThinking, usesWeb } = is;
        const charge = { usage, isThinking, usesWeb, extras: asked, reported: told };
        expect(computeCharge(makeTokenLines(list, charge)) <= estimateTokens(list, work)).toBe(
          true,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('covers several calls, each in the tier of its own prompt', () => {
    fc.assert(
      fc.property(anyList, flags, fc.array(counts, { minLength: 1, maxLength: 4 }), (...args) => {
        const [list, is, generated] = args;
        const usages = generated.map((one) => makeUsage(one, is));
        const calls = usages.length;
        const work = {
          ...is,
          calls,
          choices: calls,
          promptTokens: Math.max(...usages.map(countPromptTokens)),
          outputTokens: Math.max(...usages.map(countOutputTokens)),
        };
        const { isThinking, usesWeb } = is;
        const receipts = usages.map((usage, index) =>
          makeTokenLines(list, {
            usage,
            isThinking,
            usesWeb: usesWeb && (index === 0 || !is.isSearchShared),
          }),
        );
        const charge = computeCharge(joinLines(receipts));
        expect(charge).toBe(computeCharge(receipts.flat()));
        expect(charge <= estimateTokens(list, work)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is never below the floor of a stream, and the floor with its extensions never below it', () => {
    fc.assert(
      fc.property(anyList, flags, extras, fc.integer({ min: 1, max: 20_000 }), (...args) => {
        const [list, is, asked, outputTokens] = args;
        const work = { ...is, extras: asked, choices: 1, promptTokens: 500, outputTokens };
        const full = estimateTokens(list, work);
        let held = estimateFloor(list, work);
        expect(held <= full).toBe(true);
        let covered = Math.min(outputTokens, 1_024);
        for (let step = 0; step < 10 && covered < outputTokens; step++) {
          const piece = estimateExtension(list, work, covered);
          held += piece.amountNanos;
          covered += piece.outputTokens;
        }
        expect(covered).toBe(outputTokens);
        expect(held >= full).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has an exact inverse: the amount covers that many output tokens and not one more', () => {
    const nanos = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(anyList, flags, count, nanos, (list, is, promptTokens, amount) => {
        const work = { ...is, promptTokens, outputTokens: 0 };
        const tokens = countCoveredTokens(list, work, amount);
        const cost = (outputTokens: number): bigint =>
          estimateTokens(list, { ...work, outputTokens });
        if (cost(0) > amount) {
          expect(tokens).toBe(0);
          return;
        }
        if (tokens === Number.POSITIVE_INFINITY) {
          expect(cost(1_000_000)).toBe(cost(0));
          return;
        }
        expect(cost(tokens) <= amount).toBe(true);
        expect(cost(tokens + 1) > amount).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
