import { formatData, formatEvent } from '@tollgate/model-kit';
import { formatGenerationId } from '@tollgate/ids';
import type { AnswerFace, NeutralAnswer, SettledUsage } from '@tollgate/model-spec';
import { doneFrame } from './render-error';
import { renderUsage } from './render-usage';
import type { WireDelta } from './wire';
import { writeImage } from './write-parts';

export interface StreamedImages {
  /** The text of the answer; its images are separate. */
  readonly answer: NeutralAnswer;
  readonly images: readonly { readonly upstreamUrl: string; readonly url: string }[];
  readonly face: AnswerFace;
  /** What the `usage` event adds to the usage of a chat. */
  readonly use: Readonly<Record<string, number>>;
}

/**
 * Images on a chat stream: the events of an image stream, each of them a valid chunk as well, so
 * that clients which expect only chunks can read them.
 */
export function renderImageStream(
  { answer, face, images, use }: StreamedImages,
  settled: SettledUsage,
): string {
  const common = {
    id: formatGenerationId(face.ulid),
    object: 'chat.completion.chunk',
    created: face.createdAtSeconds,
    model: face.model,
  };
  const chunk = (delta: WireDelta, end: string | null = null): object => ({
    ...common,
    choices: [{ index: 0, delta, finish_reason: end }],
  });
  const frames = [formatData(JSON.stringify(chunk({ role: 'assistant', content: '' })))];
  for (const part of answer.parts) {
    if (part.type === 'text')
      frames.push(formatData(JSON.stringify(chunk({ content: part.text }))));
  }
  for (const [index, { upstreamUrl, url }] of images.entries()) {
    const shown = { images: [writeImage(url, index)] };
    frames.push(
      formatEvent(
        'image',
        JSON.stringify({ type: 'image', index, url: upstreamUrl, ...chunk({}) }),
      ),
      formatEvent(
        'image-cached',
        JSON.stringify({ type: 'image-cached', index, url, ...chunk(shown) }),
      ),
    );
  }
  const end = { ...chunk({}, answer.finishReason ?? 'stop'), usage: renderUsage(settled) };
  frames.push(
    formatEvent('usage', JSON.stringify({ type: 'usage', ...use, ...end })),
    formatEvent('done', JSON.stringify({ type: 'done' })),
  );
  return frames.join('') + doneFrame;
}
