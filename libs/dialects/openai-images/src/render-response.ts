import { formatEvent } from '@tollgate/model-kit';
import {
  countOutputTokens,
  countPromptTokens,
  type AnswerFace,
  type SettledUsage,
} from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';

/** An image that clients can fetch. */
export interface HostedImage {
  /** Where the provider has it; ours, when it came as bytes. */
  readonly upstreamUrl: string;
  /** Signed, and good for a while. */
  readonly url: string;
  readonly revisedPrompt?: string;
}

export const heartbeatFrame = formatTyped('heartbeat');
export const doneEvent = formatTyped('done');

export function renderResponse(
  images: readonly HostedImage[],
  { createdAtSeconds }: Pick<AnswerFace, 'createdAtSeconds'>,
  { costNanos, usage }: SettledUsage,
): string {
  const input = countPromptTokens(usage);
  const output = countOutputTokens(usage);
  return JSON.stringify({
    created: createdAtSeconds,
    data: images.map(({ revisedPrompt, url }) =>
      revisedPrompt === undefined ? { url } : { url, revised_prompt: revisedPrompt },
    ),
    usage: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      cost: nanosToUsdNumber(costNanos),
    },
  });
}

/** The same as events of a stream. */
export function renderEvents(
  images: readonly HostedImage[],
  durationMs: number,
  settled: SettledUsage,
): string {
  const told = images.flatMap(({ upstreamUrl, url }, index) => [
    formatTyped('image', { index, url: upstreamUrl }),
    formatTyped('image-cached', { index, url }),
  ]);
  const usage = formatTyped('usage', describeUse(images.length, durationMs, settled));
  return told.join('') + usage + doneEvent;
}

/** Typed clients distinguish events by their data alone. */
export function formatTyped(type: string, fields: object = {}): string {
  return formatEvent(type, JSON.stringify({ type, ...fields }));
}

/** The data of the `usage` event, on any stream. */
export function describeUse(
  imageCount: number,
  durationMs: number,
  { costNanos, usage }: SettledUsage,
): Record<string, number> {
  return {
    promptTokens: countPromptTokens(usage),
    completionTokens: countOutputTokens(usage),
    cost: nanosToUsdNumber(costNanos),
    durationMs,
    imageCount,
  };
}
