import { emptyUsage } from '@tollgate/model-spec';
import type { ChargeLine } from '@tollgate/money';
import { makePriceList } from '@tollgate/pricing';
import { anOpenedCall } from '../../../test/support/build-calls';
import type { CandidateSearch } from '../../domain/web-search';
import type { CompleteAnswer } from '../answer/complete-answer';
import { measureSearch } from '../route/choose-search';
import type { CallCandidate } from '../route/routed-call';
import { readCharge } from './read-charge';
import { valueEnding } from './value-ending';

const usage = { ...emptyUsage, input: 1, output: 1 };
const prices = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: { prompt: '1', completion: '1', web: '0.005' },
});

const opened = anOpenedCall();

/** Searches for three choices. */
function makeCandidate(search: CandidateSearch): CallCandidate {
  const asked = { ...opened.candidate.work, usesWeb: true, calls: 3, choices: 3 };
  const candidate = { ...opened.candidate, prices, search };
  return { ...candidate, work: measureSearch(asked, candidate) };
}

const findFee = (lines: readonly ChargeLine[]): bigint | undefined =>
  lines.find(({ bucket }) => bucket === 'web')?.units;

/** How often the search of an answer is charged. */
function countCharged(search: CandidateSearch): bigint | undefined {
  const candidate = makeCandidate(search);
  const singles = [1, 2, 3].map(() => ({ usage, extras: undefined }));
  const answer = {
    usage: { kind: 'usage', usage },
    singleUsages: singles,
  } as unknown as CompleteAnswer;
  return findFee(readCharge({ ...opened, candidate }, answer)?.lines ?? []);
}

/** How often it is in the value of a call that ended without an answer. */
function countValued(search: CandidateSearch): bigint | undefined {
  const output = { tokens: 1, hold: opened.hold, hasSentBytes: true };
  return findFee(valueEnding(makeCandidate(search), { hasBeenSent: true, output }).lines);
}

describe('the fee of a search for several choices', () => {
  it('is charged once where the gateway searched for all of them', () => {
    const engine = { kind: 'engine', resultsMax: 5, promptTokens: 500, isFound: true } as const;
    expect([countCharged(engine), countValued(engine)]).toEqual([1n, 1n]);
  });

  it('is charged for each where the provider searched for each', () => {
    const plugins = { kind: 'plugins', promptTokens: 0 } as const;
    expect([countCharged(plugins), countValued(plugins)]).toEqual([3n, 3n]);
  });
});

describe('the value of a stream that ended early', () => {
  const toolUses = new Map([['web_search', 2]]);

  function valueSearched(search: CandidateSearch, seen: ReadonlyMap<string, number>) {
    const priced = makePriceList({
      version: 1n,
      kind: 'chat',
      prices: { prompt: '1', completion: '1', web: '0.005', tools: { web_search: '0.01' } },
    });
    const asked = { ...opened.candidate.work, promptTokens: 100, usesWeb: true };
    const candidate = { ...opened.candidate, prices: priced, search };
    const searching = { ...candidate, work: measureSearch(asked, candidate) };
    const output = { tokens: 1, hold: opened.hold, hasSentBytes: true, toolUses: seen };
    const { lines } = valueEnding(searching, { hasBeenSent: true, output });
    return Object.fromEntries(lines.map(({ bucket, units }) => [bucket, units]));
  }

  it('has the searches of the provider that were seen, and not what they may have read', () => {
    const native = { kind: 'native', usesMax: 3, billedMax: 3, promptTokens: 24_000 } as const;
    expect(valueSearched(native, toolUses)).toEqual({
      ...{ input: 100n, output: 1n, 'tool:web_search': 2n },
    });
    expect(valueSearched(native, new Map())).toEqual({ input: 100n, output: 1n });
  });

  it('has no search of the gateway that was not made', () => {
    const engine = { kind: 'engine', resultsMax: 5, promptTokens: 2_000 } as const;
    expect(valueSearched(engine, new Map())).toEqual({ input: 100n, output: 1n });
  });
});
