import { randomBytes } from 'node:crypto';
import type { Logger } from '@tollgate/observability';
import { writeSearchPrompt, type SearchClient } from '@tollgate/web-search';
import type { InferenceRequest } from '../../domain/endpoint';
import type { CandidateCall } from './opened-call';
import type { SearchOnce, SearchOutcome } from './prepare-searched';

export interface SearchOnceOptions {
  readonly client: Pick<SearchClient, 'search'>;
  readonly logger: Logger;
  readonly countSearch?: (outcome: SearchOutcome['kind']) => void;
}

/** Engines refuse or cut longer queries. */
const queryCharactersMax = 400;
const nonceBytes = 16;

/** Results are kept with the request of the call, for its other candidates. */
export function createSearchOnce(options: SearchOnceOptions): SearchOnce {
  const outcomes = new WeakMap<InferenceRequest, Promise<SearchOutcome>>();
  return (call) => {
    const known = outcomes.get(call.request);
    if (known !== undefined) return known;
    const outcome = search(call, options);
    outcomes.set(call.request, outcome);
    return outcome;
  };
}

async function search(
  { candidate, clientGone, request, requestId }: CandidateCall,
  { client, countSearch, logger }: SearchOnceOptions,
): Promise<SearchOutcome> {
  const text = cutQuery(request.readSearchText?.() ?? '');
  if (text === '' || candidate.search?.kind !== 'engine')
    return { kind: 'nothing', reason: 'needs a text of the user, and there is none' };
  const { promptTokens: tokensMax, resultsMax } = candidate.search;
  try {
    const pages = await client.search({ text, resultsMax }, clientGone);
    const nonce = randomBytes(nonceBytes).toString('hex');
    const found = writeSearchPrompt(pages, { tokensMax, nonce });
    countSearch?.(found === undefined ? 'nothing' : 'found');
    if (found === undefined) return { kind: 'nothing', reason: 'found nothing' };
    return { kind: 'found', found };
  } catch (error) {
    countSearch?.('nothing');
    if (!clientGone.aborted) logger.warn('web search failed', { requestId, error });
    return { kind: 'nothing', reason: 'did not answer' };
  }
}

/** Whole words, where there are any. */
function cutQuery(text: string): string {
  if (text.length <= queryCharactersMax) return text;
  const cut = text.slice(0, queryCharactersMax).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}
