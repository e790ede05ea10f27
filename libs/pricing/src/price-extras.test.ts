import { emptyUsage, type ReportedExtras, type RequestExtras } from '@tollgate/model-spec';
import { makeTokenLines } from './charge-tokens';
import { estimateTokens, type TokenWork } from './estimate-tokens';
import { makePriceList } from './price-list';

const list = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: {
    prompt: '1',
    completion: '2',
    tools: { web_search: '0.01', web_fetch: '0' },
    serviceTiers: { priority: '2', flex: '0.5', 'speed:fast': '6' },
  },
});
const plain = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: { prompt: '1', completion: '2' },
});

const none: RequestExtras = { tools: [], serviceTier: 'default', rates: [] };
const search = (usesMax: number): RequestExtras => ({
  ...none,
  tools: [{ name: 'web_search', param: 'web_search', usesMax }],
});
const usage = { ...emptyUsage, input: 1_000, output: 500 };

function lines(extras: RequestExtras, reported: ReportedExtras = {}): string[] {
  const charge = { usage, isThinking: false, usesWeb: false, extras, reported };
  return makeTokenLines(list, charge).map(
    ({ bucket, pricePicos, units }) => `${bucket} ${units} x ${pricePicos}`,
  );
}

function hold(extras: RequestExtras | undefined, prices = list): bigint {
  const work: TokenWork = {
    promptTokens: 1_000,
    outputTokens: 500,
    choices: 1,
    cacheWrite: 'none',
    isThinking: false,
    hasAudioInput: false,
    hasImageInput: false,
    hasAudioOutput: false,
    hasImageOutput: false,
    usesWeb: false,
    extras,
  };
  return estimateTokens(prices, work);
}

const tokens = ['input 1000 x 1000000', 'output 500 x 2000000'];
const doubled = ['input 1000 x 2000000', 'output 500 x 4000000'];
const tokensNanos = 2_000_000n;

describe('tools that the provider runs', () => {
  it('are held at the most uses that the call may make', () => {
    expect(hold(search(10))).toBe(tokensNanos + 100_000_000n);
    expect(hold(search(3))).toBe(tokensNanos + 30_000_000n);
  });

  it('are charged by the uses that the provider reports, on a line of their own', () => {
    const toolUses = new Map([['web_search', 2]]);
    expect(lines(search(10), { toolUses })).toEqual([...tokens, 'tool:web_search 2 x 10000000000']);
  });

  it('are charged no more uses than were held', () => {
    const toolUses = new Map([['web_search', 99]]);
    expect(lines(search(3), { toolUses }).at(-1)).toBe('tool:web_search 3 x 10000000000');
  });

  it('cost nothing where the provider reports no use', () => {
    expect(lines(search(10))).toEqual(tokens);
  });
});

describe('a service tier', () => {
  const priority = { ...none, serviceTier: 'priority' };

  it('multiplies the token prices of hold and charge', () => {
    expect(hold(priority)).toBe(tokensNanos * 2n);
    expect(lines(priority)).toEqual(doubled);
    expect(lines(priority, { serviceTier: 'priority' })).toEqual(doubled);
  });

  it('is charged as the provider reports it', () => {
    expect(lines(priority, { serviceTier: 'default' })).toEqual(tokens);
    expect(lines({ ...none, serviceTier: 'auto' }, { serviceTier: 'priority' })).toEqual(doubled);
    expect(lines({ ...none, serviceTier: undefined }, { serviceTier: 'priority' })).toEqual(
      doubled,
    );
  });

  it('is held at the highest price while the provider may choose', () => {
    expect(hold({ ...none, serviceTier: 'auto' })).toBe(tokensNanos * 2n);
    expect(hold(undefined)).toBe(tokensNanos * 2n);
    expect(hold({ ...none, serviceTier: 'flex' })).toBe(tokensNanos);
    expect(hold(none)).toBe(tokensNanos);
    expect(hold(undefined, plain)).toBe(tokensNanos);
  });

  it('is never charged above what was held', () => {
    expect(lines(none, { serviceTier: 'priority' })).toEqual(tokens);
  });

  it('is cheaper where the operator prices it so', () => {
    const flex = { ...none, serviceTier: 'flex' };
    expect(lines(flex, { serviceTier: 'flex' })[0]).toBe('input 1000 x 500000');
  });

  it('applies beside the rate of another field', () => {
    const fast = { ...none, rates: [{ name: 'speed:fast', param: 'speed' }] };
    expect(lines(fast)[0]).toBe('input 1000 x 6000000');
    expect(hold(fast)).toBe(tokensNanos * 6n);
  });
});
