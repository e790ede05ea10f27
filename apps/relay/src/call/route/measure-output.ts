import type { ProviderProtocol } from '@tollgate/model-spec';
import type { Candidate } from '../../domain/candidate';
import { outputTokensDefault, type MeasuredText } from './measure-work';
import { addThinkingBudget } from './thinking';

/** Per choice: how much output a call can make. */
export interface OutputBounds {
  /** Held in any case. */
  readonly leastTokens: number;
  /** Equal to the least where the caller named a limit. */
  readonly mostTokens: number;
  /** Without a limit in the request the provider stops at the most by itself. */
  readonly isMostCertain: boolean;
}

/** A stream of a model whose maximum is unknown is metered up to this. */
const streamTokensMax = 1_000_000;
/** Prompts are estimated too high: a call that may still fit is not cut below this. */
const roomTokensMin = 1_024;
const responsesTokensMin = 16;

type MeasuredCandidate = Pick<Candidate, 'adapter' | 'model' | 'route' | 'target'>;

/**
 * How much output this candidate can make. A stream without a limit may grow, because it extends
 * its hold; a plain answer may not, so a model whose maximum is unknown is limited to the default.
 */
export function measureOutput(
  request: Pick<MeasuredText, 'body' | 'outputTokensMax'> & { readonly isStreaming: boolean },
  candidate: MeasuredCandidate,
  promptTokens: number,
): OutputBounds {
  const { body, isStreaming, outputTokensMax: named } = request;
  const isMessagesProtocol = candidate.adapter.protocol === 'anthropic';
  const max = candidate.target.maxCompletionTokens;
  const limit = raiseLimit(
    named ?? Math.min(max ?? outputTokensDefault, outputTokensDefault),
    candidate.adapter.protocol,
  );
  const least = addThinkingBudget(limit, body, candidate.model, isMessagesProtocol);
  // The Messages protocol demands a limit, and its adapter sends the default.
  if (named !== undefined || isMessagesProtocol)
    return { leastTokens: least, mostTokens: least, isMostCertain: true };
  if (max !== undefined)
    return { leastTokens: Math.min(least, max), mostTokens: max, isMostCertain: true };
  if (isStreaming) return { leastTokens: least, mostTokens: streamTokensMax, isMostCertain: false };
  const tokens = Math.min(least, countRoom(candidate, promptTokens));
  return { leastTokens: tokens, mostTokens: tokens, isMostCertain: false };
}

/** Output that still fits beside the prompt; some providers refuse a limit above it. */
export function countRoom(
  { model, route }: Pick<MeasuredCandidate, 'model' | 'route'>,
  promptTokens: number,
): number {
  const contextLength = route.contextLength ?? model.contextLength;
  if (contextLength === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(roomTokensMin, contextLength - promptTokens);
}

/** The Responses protocol knows no smaller limit, so its adapter raises it. */
function raiseLimit(limit: number, protocol: ProviderProtocol): number {
  return protocol === 'responses' ? Math.max(limit, responsesTokensMin) : limit;
}
