import { makeUlid } from '@tollgate/ids';
import type { Annotation, AnswerPart, AnswerToolCall, ReasoningPart } from '@tollgate/model-spec';
import {
  asText,
  asWire,
  asWireList,
  formatDataUri,
  normalizeArguments,
  type Wire,
} from '@tollgate/model-kit';
import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputText,
  ResponseReasoningItem,
} from './wire';

/** An output item in the neutral model; items of hosted tools are left out. */
export function readItem(item: Readonly<Record<string, unknown>>): readonly AnswerPart[] {
  switch (item['type'] as ResponseOutputItem['type']) {
    case 'message':
      return readMessage(item);
    case 'reasoning':
      return readThought(item);
    case 'function_call':
    case 'custom_tool_call':
      return [readCall(item)];
    case 'image_generation_call':
      return readImage(item);
    default:
      return [];
  }
}

function readMessage(item: Wire<ResponseOutputMessage>): readonly AnswerPart[] {
  return asWireList<{ type: string; refusal: string } & ResponseOutputText>(item.content).flatMap(
    (part): AnswerPart[] => {
      if (part.type === 'refusal') {
        return [{ type: 'refusal', text: asText(part.refusal) ?? '' }];
      }
      const text = asText(part.text) ?? '';
      if (part.type !== 'output_text' || text === '') return [];
      const annotations = asWireList<ResponseOutputText.URLCitation>(part.annotations).flatMap(
        readAnnotation,
      );
      return [{ type: 'text', text, ...(annotations.length === 0 ? {} : { annotations }) }];
    },
  );
}

/** File ids of the upstream are useless to clients: only URLs are kept. */
export function readAnnotation(
  citation: Wire<ResponseOutputText.URLCitation>,
): readonly Annotation[] {
  const url = asText(citation.url);
  if (citation.type !== 'url_citation' || url === undefined) return [];
  const { end_index: endIndex, start_index: startIndex } = citation;
  const title = asText(citation.title);
  return [
    {
      url,
      ...(title === undefined ? {} : { title }),
      ...(typeof startIndex === 'number' ? { startIndex } : {}),
      ...(typeof endIndex === 'number' ? { endIndex } : {}),
    },
  ];
}

/** Without text and content of its own there is nothing to keep. */
function readThought(item: Wire<ResponseReasoningItem>): readonly ReasoningPart[] {
  const text = readThoughtText(item);
  const signature = asText(item.encrypted_content);
  const id = asText(item.id);
  if (text === '' && signature === undefined) return [];
  return [
    {
      type: 'reasoning',
      text,
      format: 'openai',
      ...(signature === undefined ? {} : { signature }),
      ...(id === undefined ? {} : { id }),
    },
  ];
}

export function readThoughtText({ content, summary }: Wire<ResponseReasoningItem>): string {
  const texts = (value: unknown): string[] =>
    asWireList<{ text: string }>(value).map((part) => asText(part.text) ?? '');
  const summaries = texts(summary);
  return summaries.length > 0 ? summaries.join('\n\n') : texts(content).join('');
}

export function readCall(
  item: Wire<ResponseFunctionToolCall> & Wire<Pick<ResponseCustomToolCall, 'input'>>,
): AnswerToolCall {
  const isCustom = item.type !== 'function_call';
  return {
    type: 'tool-call',
    id: asText(item.call_id) || `call_${makeUlid()}`,
    name: asText(item.name) ?? '',
    // Free text is one argument here, as in protocols that have only functions.
    arguments: isCustom
      ? JSON.stringify({ input: asText(item.input) ?? '' })
      : normalizeArguments(item.arguments),
  };
}

export function readImage(
  item: Wire<ResponseOutputItem.ImageGenerationCall>,
): readonly AnswerPart[] {
  const data = asText(item.result);
  if (!data) return [];
  const { output_format: format } = asWire<{ output_format: string }>(item);
  const mediaType = `image/${asText(format) ?? 'png'}`;
  return [{ type: 'image', url: formatDataUri({ mediaType, data }) }];
}
