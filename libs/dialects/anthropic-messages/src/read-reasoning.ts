import {
  asFields,
  asNumber,
  asText,
  type Fields,
  isForeignSignature,
  omitUndefined,
} from '@tollgate/model-kit';
import {
  reasoningEfforts,
  type ReasoningEffort,
  type ReasoningPart,
  type ReasoningWish,
} from '@tollgate/model-spec';

/** The caller's thinking settings. */
export function readReasoningWish(body: Fields): ReasoningWish {
  const { budget_tokens: budget, display, type } = asFields(body['thinking']);
  if (type === undefined) return {};
  if (type === 'disabled') return { isOff: true };
  const isAdaptive = type === 'adaptive' || undefined;
  return omitUndefined<ReasoningWish>({
    effort: isAdaptive && readEffort(asFields(body['output_config'])['effort']),
    budgetTokens: asNumber(budget),
    isAdaptive,
    isHidden: display === 'omitted' || undefined,
  });
}

function readEffort(word: unknown): ReasoningEffort | undefined {
  return word === 'max' ? 'xhigh' : reasoningEfforts.find((effort) => effort === word);
}

/** Thinking sent back by the client. Ours and unsigned blocks are useless to Anthropic. */
export function readThinking(block: Fields): ReasoningPart {
  const text = asText(block['thinking']) ?? '';
  const signature = asText(block['signature']);
  return signature === undefined || isForeignSignature(signature)
    ? { type: 'reasoning', text, format: 'unknown' }
    : { type: 'reasoning', text, format: 'anthropic', signature };
}

export function readRedactedThinking(block: Fields): ReasoningPart {
  const signature = asText(block['data']) ?? '';
  return { type: 'reasoning', text: '', format: 'anthropic', signature, isRedacted: true };
}
