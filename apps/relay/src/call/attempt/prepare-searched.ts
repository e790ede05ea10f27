import { AppError } from '@tollgate/errors';
import { estimateTextTokens } from '@tollgate/model-kit';
import type { SearchPrompt } from '@tollgate/web-search';
import type { PreparedRequest } from '../../domain/endpoint';
import type { CallCandidate } from '../route/routed-call';
import type { CandidateCall } from './opened-call';

/** What the search of a call found, or why it found nothing. */
export type SearchOutcome =
  | { readonly kind: 'found'; readonly found: SearchPrompt }
  | { readonly kind: 'nothing'; readonly reason: string };

/** Searches the web once per call, whichever of its candidates use the results. Never rejects. */
export type SearchOnce = (call: CandidateCall) => Promise<SearchOutcome>;

/**
 * Prepares the request of a candidate with the results of a search. Without results the call goes
 * on, and the search is neither charged nor hidden: a header names it as dropped. Raises
 * upstream_unavailable instead where the caller asked by `:online`.
 */
export async function prepareSearched(
  call: CandidateCall,
  searchOnce: SearchOnce = () => Promise.resolve({ kind: 'nothing', reason: 'is not configured' }),
): Promise<{ readonly candidate: CallCandidate; readonly prepared: PreparedRequest }> {
  const { candidate } = call;
  const outcome = await searchOnce(call);
  if (outcome.kind === 'found') {
    const prepared = candidate.request.prepare(candidate, candidate.face, outcome.found);
    return { candidate: countResults(candidate, outcome.found), prepared };
  }
  if (call.plan.isOnline) throw makeSearchError(outcome.reason);
  const { search, ...rest } = candidate;
  const promptTokens = rest.work.promptTokens - (search?.promptTokens ?? 0);
  const unsearched = { ...rest, work: { ...rest.work, promptTokens, usesWeb: false } };
  const prepared = unsearched.request.prepare(unsearched, unsearched.face);
  return { candidate: unsearched, prepared };
}

/** The prompt with the results that were found instead of the most that were held. */
function countResults(candidate: CallCandidate, { text }: SearchPrompt): CallCandidate {
  const { search, work } = candidate;
  if (search?.kind !== 'engine') return candidate;
  const promptTokens = work.promptTokens - search.promptTokens + estimateTextTokens(text);
  return {
    ...candidate,
    search: { ...search, promptTokens: 0, isFound: true },
    work: { ...work, promptTokens },
  };
}

function makeSearchError(reason: string): AppError {
  return new AppError('upstream_unavailable', {
    message:
      `The web search ${reason}. Try again, or ask without :online; with ` +
      'plugins:[{"id":"web"}] the model answers without a search.',
  });
}
