import {
  BadUpstreamEventError,
  type AnswerPart,
  type AnswerReader,
  type SseEvent,
  type StreamPart,
  type StreamReader,
} from '@tollgate/model-spec';
import {
  asFields,
  asText,
  asWire,
  parseEvent,
  reportExtras,
  type Fields,
} from '@tollgate/model-kit';
import { mapStreamError } from './map-error';
import { mapStopReason, readStopWord } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { isCall, readExtras } from './read-answer';
import { endCall, pushArguments, startCall, type OpenCall } from './read-call';
import { readAnnotation, readItem, readThoughtText } from './read-item';
import type { ResponseOutputText, ResponseReasoningItem, ResponseStreamEvent } from './wire';

const itemsMax = 10_000;

export const createStreamReader: AnswerReader['createStreamReader'] = () =>
  new ResponsesStreamReader();

interface OpenItem {
  readonly call: OpenCall | undefined;
  /** Its text came in pieces: the whole at its end only repeats them. */
  isTold: boolean;
}

type Handler = (reader: ResponsesStreamReader, event: Fields) => readonly StreamPart[];

class ResponsesStreamReader implements StreamReader {
  /** Events that are not listed here add nothing to an answer. */
  static readonly #handlers: { readonly [Type in ResponseStreamEvent['type']]?: Handler } = {
    'response.output_item.added': (reader, event) => reader.#addItem(event),
    'response.output_item.done': (reader, event) => reader.#endItem(event),
    'response.output_text.delta': (reader, event) => reader.#tell(event, 'text-delta'),
    'response.refusal.delta': (reader, event) => reader.#tell(event, 'refusal-delta'),
    'response.output_text.annotation.added': (_reader, { annotation }) =>
      readAnnotation(asWire<ResponseOutputText.URLCitation>(annotation)).map(toAnnotationPart),
    'response.reasoning_summary_part.added': (_reader, { summary_index: index }) =>
      index === 0 ? [] : [makeThought('\n\n')],
    'response.reasoning_summary_text.delta': (reader, event) => reader.#think(event),
    'response.reasoning_text.delta': (reader, event) => reader.#think(event),
    'response.function_call_arguments.delta': (reader, event) => reader.#addArguments(event),
    'response.custom_tool_call_input.delta': (reader, event) => reader.#addArguments(event),
    'response.completed': (reader, event) => reader.#finish(asFields(event['response'])),
    'response.incomplete': (reader, event) => reader.#finish(asFields(event['response'])),
    'response.failed': (_reader, { response }) => [makeError(asFields(response)['error'])],
    error: (_reader, event) => [makeError(event['error'] ?? event)],
  };

  readonly #items = new Map<unknown, OpenItem>();
  #callCount = 0;

  push({ data }: SseEvent): readonly StreamPart[] {
    // Not part of this protocol, but some servers send it.
    if (data === '[DONE]') return [];
    const event = parseEvent(data);
    const { type } = event;
    if (typeof type !== 'string') throw new BadUpstreamEventError('an event without a type');
    const handler = Object.hasOwn(ResponsesStreamReader.#handlers, type)
      ? ResponsesStreamReader.#handlers[type as ResponseStreamEvent['type']]
      : undefined;
    return handler === undefined ? [] : handler(this, event);
  }

  /** The event that ends the response repeats everything. */
  end(): readonly StreamPart[] {
    return [];
  }

  #addItem({ item, output_index: index }: Fields): readonly StreamPart[] {
    const fields = asFields(item);
    if (this.#items.size >= itemsMax) throw new BadUpstreamEventError('too many items');
    if (!isCall(fields)) {
      this.#items.set(index, { call: undefined, isTold: false });
      return [];
    }
    const { call, parts } = startCall(fields, this.#callCount++);
    this.#items.set(index, { call, isTold: false });
    return parts;
  }

  #tell(event: Fields, type: 'text-delta' | 'refusal-delta'): readonly StreamPart[] {
    const text = this.#takeDelta(event);
    return text === '' ? [] : [{ type, text }];
  }

  #think(event: Fields): readonly StreamPart[] {
    const text = this.#takeDelta(event);
    return text === '' ? [] : [makeThought(text)];
  }

  #takeDelta({ delta, output_index: index }: Fields): string {
    const item = this.#items.get(index);
    if (item !== undefined) item.isTold = true;
    return asText(delta) ?? '';
  }

  #addArguments(event: Fields): readonly StreamPart[] {
    const call = this.#items.get(event['output_index'])?.call;
    if (call === undefined) throw new BadUpstreamEventError('arguments of a call never begun');
    return pushArguments(call, asText(event['delta']) ?? '');
  }

  #endItem(event: Fields): readonly StreamPart[] {
    const { item, output_index: index } = event;
    const fields = asFields(item);
    const begun = this.#items.has(index) ? [] : this.#addItem(event);
    const open = this.#items.get(index);
    if (open?.call !== undefined) return [...begun, ...endCall(open.call, fields)];
    if (fields['type'] === 'reasoning') return endThought(fields, open?.isTold === true);
    return open?.isTold === true ? [] : readItem(fields).flatMap(toStreamParts);
  }

  #finish(response: Fields): readonly StreamPart[] {
    const calls = [...this.#items.values()].flatMap(({ call }) => call ?? []);
    const word = mapStopReason(readStopWord(response)) ?? 'stop';
    const { usage } = response;
    return [
      ...calls.filter((call) => !call.isEnded).flatMap((call) => endCall(call, {})),
      {
        type: 'finish',
        // The protocol has no word for it: a response that calls is simply completed.
        finishReason: word === 'stop' && calls.length > 0 ? 'tool_calls' : word,
        nativeFinishReason: readStopWord(response),
      },
      ...(usage == null ? [] : [makeUsage(response)]),
      { type: 'end' },
    ];
  }
}

/** Its encrypted content comes only with the end. */
function endThought(item: Fields, isTold: boolean): readonly StreamPart[] {
  const wire = asWire<ResponseReasoningItem>(item);
  const text = isTold ? '' : readThoughtText(wire);
  const signature = asText(wire.encrypted_content);
  const id = asText(wire.id);
  const hasContent = isTold || text !== '' || signature !== undefined;
  if (!hasContent) return [];
  return [
    ...(text === '' ? [] : [makeThought(text)]),
    {
      type: 'reasoning-end',
      format: 'openai',
      ...(signature === undefined ? {} : { signature }),
      ...(id === undefined ? {} : { id }),
    },
  ];
}

function makeUsage(response: Fields): StreamPart {
  const { usage } = response;
  const extras = reportExtras(readExtras(response));
  return { type: 'usage', usage: mapUsage(usage), raw: usage, extras };
}

function makeThought(text: string): StreamPart {
  return { type: 'reasoning-delta', text, format: 'openai' };
}

function makeError(error: unknown): StreamPart {
  return { type: 'error', failure: mapStreamError(error) };
}

function toAnnotationPart(
  annotation: ReturnType<typeof readAnnotation>[number],
): Extract<StreamPart, { type: 'annotation' }> {
  return { type: 'annotation', annotation };
}

/** What came only as a whole. */
function toStreamParts(part: AnswerPart): readonly StreamPart[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-delta', text: part.text },
        ...(part.annotations ?? []).map(toAnnotationPart),
      ];
    case 'refusal':
      return [{ type: 'refusal-delta', text: part.text }];
    case 'image':
      return [{ type: 'image', url: part.url }];
    case 'reasoning':
    case 'tool-call':
      return [];
  }
}
