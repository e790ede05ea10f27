import { computeCharge } from '@tollgate/money';
import { emptyUsage } from '@tollgate/model-spec';
import { chooseTier, makeTokenLines, makeUndiscountedLines } from './charge-tokens';
import { makePriceList } from './price-list';

const list = makePriceList({
  version: 3n,
  kind: 'chat',
  prices: {
    prompt: '2.5',
    completion: '10',
    cacheRead: '1.25',
    cacheWrite: '3.125',
    audioInput: '40',
    thinkingMultiplier: '2',
    request: '0.001',
    web: '0.02',
  },
  tiers: [{ abovePromptTokens: 1_000, prompt: '5', completion: '15' }],
});
const charge = (usage: Partial<typeof emptyUsage>, changes: object = {}) => ({
  usage: { ...emptyUsage, ...usage },
  isThinking: false,
  usesWeb: false,
  ...changes,
});

describe('a charge by tokens', () => {
  it('switches to the whole higher list above its threshold, not at it', () => {
    expect(chooseTier(list, 1_000, false).prompt).toBe(2_500_000n);
    expect(chooseTier(list, 1_001, false)).toMatchObject({
      prompt: 5_000_000n,
      completion: 15_000_000n,
      cacheRead: 5_000_000n,
    });
  });

  it('has a line for every bucket that was used, and none for the rest', () => {
    const usage = { input: 150, cacheRead: 100, cacheWrite5m: 50, output: 131, audioInput: 3 };
    expect(makeTokenLines(list, charge(usage, { usesWeb: true }))).toEqual([
      { bucket: 'input', units: 150n, pricePicos: 2_500_000n },
      { bucket: 'cache_read', units: 100n, pricePicos: 1_250_000n },
      { bucket: 'cache_write_5m', units: 50n, pricePicos: 3_125_000n },
      { bucket: 'audio_input', units: 3n, pricePicos: 40_000_000n },
      { bucket: 'output', units: 131n, pricePicos: 10_000_000n },
      { bucket: 'request', units: 1n, pricePicos: 1_000_000_000n },
      { bucket: 'web', units: 1n, pricePicos: 20_000_000_000n },
    ]);
  });

  it('counts every prompt bucket when it chooses the tier', () => {
    const usage = { input: 500, cacheRead: 400, audioInput: 101 };
    expect(makeTokenLines(list, charge(usage))[0]?.pricePicos).toBe(5_000_000n);
  });

  it('is higher for the output of a thinking call', () => {
    const lines = makeTokenLines(list, charge({ output: 10, reasoning: 4 }, { isThinking: true }));
    expect(lines.filter(({ bucket }) => bucket !== 'request')).toEqual([
      { bucket: 'output', units: 6n, pricePicos: 20_000_000n },
      { bucket: 'reasoning', units: 4n, pricePicos: 20_000_000n },
    ]);
  });

  it('includes the amount without the cache', () => {
    const cached = charge({ cacheRead: 100 });
    const saving =
      computeCharge(makeUndiscountedLines(list, cached)) -
      computeCharge(makeTokenLines(list, cached));
    expect(saving).toBe(125_000n);
    const written = charge({ cacheWrite5m: 100 });
    const loss =
      computeCharge(makeUndiscountedLines(list, written)) -
      computeCharge(makeTokenLines(list, written));
    expect(loss).toBe(-62_500n);
  });
});
