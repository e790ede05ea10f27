import type { ProviderProtocol } from '@tollgate/model-spec';
import type { Candidate } from '../../domain/candidate';
import { outputTokensDefault, type MeasuredText } from './measure-work';
import { addThinkingBudget } from './thinking';

/** How much output a call can produce, per choice. */
export interface OutputBounds {
  /** Always held. */
  readonly leastTokens: number;
  /** Equal to the least where the caller set a limit. */
  readonly mostTokens: number;
  /** The provider stops at the most even if the request has no limit. */
  readonly isMostCertain: boolean;
}

/** A stream is metered up to this when the maximum of the model is unknown. */
const streamTokensMax = 1_000_000;
/** Prompt estimates may be too high: a call that may still fit is not limited below this. */
const roomTokensMin = 1_024;
const responsesTokensMin = 16;
/** Requests have the structure of Messages, with a limit above the thinking budget. */
const messagesProtocols: ReadonlySet<ProviderProtocol> = new Set([
  'anthropic',
  'bedrock',
  'vertex-anthropic',
]);

type MeasuredCandidate = Pick<Candidate, 'adapter' | 'model' | 'route' | 'target'>;

/**
 * How much output this candidate can produce. A stream without a limit may grow, because it extends
 * its hold; a plain answer may not, so a model with an unknown maximum is limited to the default.
 */
export function measureOutput(
  request: Pick<MeasuredText, 'body' | 'outputTokensMax'> & { readonly isStreaming: boolean },
  candidate: MeasuredCandidate,
  promptTokens: number,
): OutputBounds {
  const { body, isStreaming, outputTokensMax: named } = request;
  const isMessagesProtocol = messagesProtocols.has(candidate.adapter.protocol);
  const max = candidate.target.maxCompletionTokens;
  const limit = raiseLimit(
    named ?? Math.min(max ?? outputTokensDefault, outputTokensDefault),
    candidate.adapter.protocol,
  );
  const least = addThinkingBudget(limit, body, candidate.model, isMessagesProtocol);
  // These protocols' adapters always send a limit: the default, where the caller set none.
  if (named !== undefined || isMessagesProtocol)
    return { leastTokens: least, mostTokens: least, isMostCertain: true };
  if (max !== undefined)
    return { leastTokens: Math.min(least, max), mostTokens: max, isMostCertain: true };
  if (isStreaming) return { leastTokens: least, mostTokens: streamTokensMax, isMostCertain: false };
  const tokens = Math.min(least, countRoom(candidate, promptTokens));
  return { leastTokens: tokens, mostTokens: tokens, isMostCertain: false };
}

/**
 * Output that fits into the context window beside the prompt; some providers refuse a higher limit.
 */
export function countRoom(
  { model, route }: Pick<MeasuredCandidate, 'model' | 'route'>,
  promptTokens: number,
): number {
  const contextLength = route.contextLength ?? model.contextLength;
  if (contextLength === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(roomTokensMin, contextLength - promptTokens);
}

/** The Responses protocol has a minimum limit, to which its adapter raises. */
function raiseLimit(limit: number, protocol: ProviderProtocol): number {
  return protocol === 'responses' ? Math.max(limit, responsesTokensMin) : limit;
}
