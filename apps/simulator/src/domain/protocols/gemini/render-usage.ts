import type { Answer } from '../../answer';
import { imageTokens } from '../../media/answer-image';
import { spoilCount } from '../../spoil-count';

/** The usage object as JSON text; undefined when it is to be left out. */
export function renderUsage(answer: Answer, visibleTokens?: number): string | undefined {
  const { completionTokens, instructions, promptTokens, reasoningTokens } = answer;
  const { cached, usage: fault } = instructions;
  if (fault === 'none') return undefined;
  const prompt = fault === 'zero' ? 0 : promptTokens;
  const visible = visibleTokens ?? completionTokens - reasoningTokens;
  const thoughts = fault === 'zero' ? 0 : reasoningTokens;
  const image = answer.request.wantsImage === true ? imageTokens : 0;
  const candidates = visible + image;
  const total = prompt + candidates + thoughts;
  return (
    `{"promptTokenCount":${prompt},"candidatesTokenCount":${spoilCount(candidates, fault)},` +
    `"totalTokenCount":${total},` +
    (cached > 0 ? `"cachedContentTokenCount":${Math.min(cached, prompt)},` : '') +
    `"promptTokensDetails":[{"modality":"TEXT","tokenCount":${prompt}}],` +
    (image > 0 ? `"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":${image}}],` : '') +
    `"thoughtsTokenCount":${thoughts}}`
  );
}
