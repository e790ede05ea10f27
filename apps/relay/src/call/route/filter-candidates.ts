import { AppError } from '@tollgate/errors';
import type { Candidate } from '../../domain/candidate';
import { describeOverflow } from '../../domain/describe-overflow';
import type { PriceCap, RoutePreferences } from './route-preferences';
import { listSentParameters } from './sent-parameters';

/** What a call requires of a candidate, beside the caller's preferences. */
export interface CandidateNeeds {
  readonly body: Readonly<Record<string, unknown>>;
  readonly promptTokens: number;
  readonly isOnline: boolean;
  /** The prompt is one conversation, which must fit into the context window. */
  readonly isConversation: boolean;
}

interface CandidateFilter {
  /** The name of the field that is shown when no candidate is left. */
  readonly name: string;
  readonly keeps: (candidate: Candidate) => boolean;
}

/**
 * Raises no_route with the name of the filter that left none; unsupported_param for a price cap.
 */
export function filterCandidates(
  candidates: readonly Candidate[],
  preferences: RoutePreferences,
  needs: CandidateNeeds,
): readonly Candidate[] {
  let left = candidates;
  for (const { keeps, name } of listFilters(preferences, needs)) {
    const kept = left.filter(keeps);
    if (kept.length === 0) throw makeEmptyError(left[0]?.model.id ?? '', name);
    left = kept;
  }
  if (needs.isConversation) left = keepLargeEnough(left, needs.promptTokens);
  // Estimates are imprecise: when every candidate looks too small, let the provider decide.
  const roomy = left.filter((candidate) => hasRoom(candidate, needs.promptTokens));
  return roomy.length === 0 ? left : roomy;
}

/** Estimates may be too high, but not by more than this. */
const overflowRatio = 1.5;

/** Raises context_too_long when the prompt is clearly too long for every candidate. */
function keepLargeEnough(
  candidates: readonly Candidate[],
  promptTokens: number,
): readonly Candidate[] {
  const kept = candidates.filter(
    (candidate) => promptTokens <= overflowRatio * getContextLength(candidate),
  );
  if (kept.length > 0 || candidates.length === 0) return kept;
  const contextLength = Math.max(...candidates.map(getContextLength));
  const message = describeOverflow(promptTokens, contextLength);
  throw new AppError('context_too_long', { message });
}

const priceFilter = 'provider.max_price';

function makeEmptyError(modelId: string, filter: string): AppError {
  const message = `No provider of ${modelId} is left by ${filter}`;
  return filter === priceFilter
    ? AppError.forParam('unsupported_param', priceFilter, message)
    : new AppError('no_route', { message });
}

function* listFilters(wants: RoutePreferences, needs: CandidateNeeds): Generator<CandidateFilter> {
  const { ignore, only, priceMax, quantizations } = wants;
  if (only !== undefined)
    yield { name: 'provider.only', keeps: ({ route }) => only.includes(route.provider) };
  if (ignore.length > 0)
    yield { name: 'provider.ignore', keeps: ({ route }) => !ignore.includes(route.provider) };
  if (wants.deniesDataCollection) {
    const keeps: CandidateFilter['keeps'] = ({ route }) => route.dataCollection === 'deny';
    yield { name: 'provider.data_collection', keeps };
  }
  if (quantizations !== undefined) {
    const keeps: CandidateFilter['keeps'] = ({ route }) =>
      quantizations.includes(route.quantization ?? 'unknown');
    yield { name: 'provider.quantizations', keeps };
  }
  if (priceMax !== undefined)
    yield { name: priceFilter, keeps: (candidate) => isWithin(candidate, priceMax) };
  if (wants.requiresParameters) {
    const sent = listSentParameters(needs.body);
    const keeps: CandidateFilter['keeps'] = (candidate) =>
      sent.every((names) => supports(candidate, names));
    yield { name: 'provider.require_parameters', keeps };
  }
  if (hasEntries(needs.body['tools']))
    yield { name: 'tools', keeps: (candidate) => supports(candidate, ['tools']) };
  if (needs.isOnline) {
    const isDenied = wants.deniesDataCollection;
    const name = isDenied ? ':online beside provider.data_collection deny' : ':online';
    yield { name, keeps: ({ search }) => search !== undefined };
  }
}

/** A candidate that lists no parameters is assumed to support all. */
function supports({ target }: Candidate, names: readonly string[]): boolean {
  const { supportedParameters } = target;
  return (
    supportedParameters.length === 0 || names.some((name) => supportedParameters.includes(name))
  );
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function hasRoom(candidate: Candidate, promptTokens: number): boolean {
  return promptTokens <= getContextLength(candidate);
}

function getContextLength({ model, route }: Candidate): number {
  return route.contextLength ?? model.contextLength ?? Number.POSITIVE_INFINITY;
}

const picosPerUsd = 1e12;
const tokensPerPrice = 1e6;

/** A missing price counts as 0. */
function isWithin({ prices }: Candidate, cap: PriceCap): boolean {
  const [base] = prices.tiers ?? [];
  const perToken = (picos: bigint | undefined): number =>
    (Number(picos ?? 0n) * tokensPerPrice) / picosPerUsd;
  const perPiece = (picos: bigint | undefined): number => Number(picos ?? 0n) / picosPerUsd;
  const asked: readonly [number | undefined, number][] = [
    [cap.prompt, perToken(base?.prompt)],
    [cap.completion, perToken(base?.completion)],
    [cap.image, perPiece(prices.imagePicos)],
    [cap.request, perPiece(prices.requestPicos)],
  ];
  return asked.every(([limit, price]) => limit === undefined || price <= limit);
}
