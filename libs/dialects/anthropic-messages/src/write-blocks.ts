import type {
  Annotation,
  AnswerPart,
  FinishReason,
  ReasoningFormat,
  StreamPart,
} from '@tollgate/model-spec';
import { isForeignSignature, makeSyntheticSignature, parseArguments } from '@tollgate/model-kit';
import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import type { WireBlock, WireCitation } from './wire';

const stopReasons: Readonly<Record<FinishReason, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  // A failure is sent as an error event; as a stop reason it is an ordinary end.
  error: 'end_turn',
};

export function writeStopReason(
  finishReason: FinishReason | undefined,
  stopSequence: string | undefined,
): { readonly stop_reason: StopReason; readonly stop_sequence: string | null } {
  const isMatch = (finishReason ?? 'stop') === 'stop' && stopSequence !== undefined;
  return {
    stop_reason: isMatch ? 'stop_sequence' : stopReasons[finishReason ?? 'stop'],
    stop_sequence: isMatch ? stopSequence : null,
  };
}

/** Clients keep thinking only with a signature; in place of a missing one it names the model. */
export function writeSignature(
  format: ReasoningFormat,
  signature: string | undefined,
  model: string,
): string {
  const isClaude = format === 'anthropic' && signature !== undefined;
  return isClaude && !isForeignSignature(signature) ? signature : makeSyntheticSignature(model);
}

/** Sealed thinking of other providers is useless here: it is shown only with text. */
export function isShown(part: AnswerPart): boolean {
  if (part.type !== 'reasoning' || part.format === 'anthropic') return true;
  return part.text !== '' && part.isRedacted !== true;
}

/** The same of a stream; undefined: nothing is left of the part. */
export function dropForeignSeal(part: StreamPart): StreamPart | undefined {
  if (!('format' in part) || part.format === 'anthropic') return part;
  if (part.type === 'redacted-reasoning') return undefined;
  return part.type === 'reasoning-end' ? { type: part.type, format: part.format } : part;
}

/** Nothing in an answer of Messages can hold an image: it is a text that shows one. */
export function writeImageText(url: string): string {
  return `![image](${url})`;
}

export function writeCitation({ title, url }: Annotation): WireCitation {
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    cited_text: '',
    encrypted_index: '',
  };
}

export function writeBlock(part: AnswerPart, model: string): WireBlock {
  switch (part.type) {
    case 'text': {
      const citations = (part.annotations ?? []).map(writeCitation);
      const text = { type: 'text', text: part.text } as const;
      return citations.length === 0 ? text : { ...text, citations };
    }
    case 'refusal':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'text', text: writeImageText(part.url) };
    case 'reasoning':
      if (part.isRedacted === true) {
        return { type: 'redacted_thinking', data: part.signature ?? '' };
      }
      return {
        type: 'thinking',
        thinking: part.text,
        signature: writeSignature(part.format, part.signature, model),
      };
    case 'tool-call':
      return {
        type: 'tool_use',
        id: part.id,
        name: part.name,
        input: parseArguments(part.arguments),
      };
  }
}
