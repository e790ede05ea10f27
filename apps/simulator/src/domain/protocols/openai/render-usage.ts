import type { Answer } from '../../answer';
import { makeAnswerAudio } from '../../media/answer-audio';
import { imageTokens } from '../../media/answer-image';
import { spoilCount } from '../../spoil-count';

/** The usage object as JSON text, spoiled as requested; undefined when left out. */
export function renderUsage(answer: Answer): string | undefined {
  const { usage: fault } = answer.instructions;
  if (fault === 'none') return undefined;
  if (fault === 'zero')
    return renderCounts({ prompt: 0, completion: '0', cached: 0, reasoning: 0 });
  const image = answer.request.wantsImage === true ? imageTokens : 0;
  const audio = makeAnswerAudio(answer)?.tokens ?? 0;
  return renderCounts({
    prompt: answer.promptTokens,
    completion: spoilCount(answer.completionTokens + image + audio, fault),
    image,
    audio,
    cached: Math.min(answer.instructions.cached, answer.promptTokens),
    reasoning: Math.min(answer.instructions.reasoning, answer.completionTokens),
  });
}

/** An earlier, smaller count, as sent by providers that report while they stream. */
export function renderEarlyUsage(answer: Answer): string {
  return renderCounts({ prompt: answer.promptTokens, completion: '1', cached: 0, reasoning: 0 });
}

interface Counts {
  readonly prompt: number;
  /** JSON text. */
  readonly completion: string;
  readonly cached: number;
  readonly reasoning: number;
  readonly image?: number;
  readonly audio?: number;
}

function renderCounts(counts: Counts): string {
  const { audio = 0, cached, completion, image = 0, prompt, reasoning } = counts;
  const counted = Number(completion);
  const total = Number.isSafeInteger(counted) ? prompt + counted : prompt;
  return (
    `{"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${total},` +
    `"prompt_tokens_details":{"cached_tokens":${cached},"audio_tokens":0},` +
    `"completion_tokens_details":{"reasoning_tokens":${reasoning},"audio_tokens":${audio},` +
    (image > 0 ? `"image_tokens":${image},` : '') +
    '"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}'
  );
}
