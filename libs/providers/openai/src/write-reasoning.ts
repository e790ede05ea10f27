import type {
  ModelFamily,
  ReasoningPart,
  ToolCallPart,
  TranslateInput,
} from '@tollgate/model-spec';
import {
  chooseEffort,
  isForeignSignature,
  isQwen3,
  writeReasoningDetails,
  type Fields,
} from '@tollgate/model-kit';

/** The caller's thinking settings for this provider route; empty when the caller set nothing. */
export function writeReasoning({ request, target }: Omit<TranslateInput, 'isStreaming'>): Fields {
  const effort = chooseEffort({ request, target });
  if (isQwen3(target)) return { enable_thinking: effort !== undefined };
  if (effort !== undefined) return { reasoning_effort: effort };
  const isOffKnown = target.supportedParameters.includes('reasoning_effort');
  return request.reasoning.isOff === true && isOffKnown ? { reasoning_effort: 'none' } : {};
}

/** Earlier reasoning, for providers that accept it back: OpenAI's own models do not. */
export function writeThoughts(
  parts: readonly ReasoningPart[],
  calls: readonly ToolCallPart[],
  family: ModelFamily,
): Fields {
  if (family === 'openai') return {};
  const kept = parts.filter((part) => isKept(part, family));
  const text = kept.map((part) => part.text).join('');
  const details = writeReasoningDetails(kept.map(dropForeignSignature), calls);
  return {
    ...(text === '' ? {} : { reasoning: text }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
  };
}

/** Hidden reasoning is useful only to its own provider, and Anthropic refuses unsigned one. */
function isKept({ format, isRedacted, signature }: ReasoningPart, family: ModelFamily): boolean {
  if (family === 'anthropic') return format === 'anthropic' && !isForeignSignature(signature);
  return isRedacted !== true || format === family;
}

function dropForeignSignature({ signature, ...part }: ReasoningPart): ReasoningPart {
  return isForeignSignature(signature) || signature === undefined ? part : { ...part, signature };
}
