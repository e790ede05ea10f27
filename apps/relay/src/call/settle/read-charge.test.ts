import { emptyUsage } from '@tollgate/model-spec';
import { makePriceList } from '@tollgate/pricing';
import { anOpenedCall } from '../../../test/support/build-calls';
import type { CandidateSearch } from '../../domain/web-search';
import type { CompleteAnswer } from '../answer/complete-answer';
import { readCharge } from './read-charge';

const usage = { ...emptyUsage, input: 1, output: 1 };
const prices = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: { prompt: '1', completion: '1', web: '0.005' },
});

/** How often the search of an answer with three choices is charged. */
function countSearches(search: CandidateSearch): bigint | undefined {
  const opened = anOpenedCall();
  const work = { ...opened.candidate.work, usesWeb: true };
  const candidate = { ...opened.candidate, prices, search, work };
  const singles = [1, 2, 3].map(() => ({ usage, extras: undefined }));
  const answer = {
    usage: { kind: 'usage', usage },
    singleUsages: singles,
  } as unknown as CompleteAnswer;
  const lines = readCharge({ ...opened, candidate }, answer)?.lines ?? [];
  return lines.find(({ bucket }) => bucket === 'web')?.units;
}

describe('the fee of a search for several choices', () => {
  it('is charged once where the gateway searched for all of them', () => {
    expect(countSearches({ kind: 'engine', resultsMax: 5, promptTokens: 500 })).toBe(1n);
  });

  it('is charged for each where the provider searched for each', () => {
    expect(countSearches({ kind: 'plugins' })).toBe(3n);
  });
});
