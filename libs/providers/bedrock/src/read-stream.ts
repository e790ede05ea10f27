import {
  BadUpstreamEventError,
  type SseEvent,
  type StreamPart,
  type StreamReader,
} from '@tollgate/model-spec';
import {
  asFields,
  asText,
  asWire,
  exceptionEvent,
  parseEvent,
  type Fields,
  type Wire,
} from '@tollgate/model-kit';
import { BlockReader } from '@tollgate/providers/anthropic';
import { mapStreamError } from './map-error';
import { mapUsage } from './map-usage';
import { attribute, readStopSequence, toClaudeCall, type AnswerMeaning } from './read-content';
import { correctFinish } from './read-response';
import type { WireEvents } from './wire';

type EventName = keyof WireEvents | typeof exceptionEvent;

const nothing: readonly StreamPart[] = [];

export function createStreamReader(meaning: AnswerMeaning): StreamReader {
  return new ConverseReader(meaning);
}

class ConverseReader implements StreamReader {
  readonly #meaning: AnswerMeaning;
  readonly #blocks: BlockReader;
  /** The block that is open; texts and reasoning begin without an event of their own. */
  #open: unknown;
  #hasFinished = false;
  #usage: unknown;

  constructor(meaning: AnswerMeaning) {
    this.#meaning = meaning;
    this.#blocks = new BlockReader(meaning.jsonTool);
  }

  push(event: SseEvent): readonly StreamPart[] {
    const data = parseEvent(event.data);
    switch (event.name as EventName | undefined) {
      case 'contentBlockDelta':
        return attribute(this.#add(data), this.#meaning);
      case 'contentBlockStart':
        return this.#start(asWire<WireEvents['contentBlockStart']>(data));
      case 'contentBlockStop':
        this.#open = undefined;
        return attribute(this.#blocks.close(), this.#meaning);
      case 'messageStop':
        return this.#finish(data);
      case 'metadata':
        return this.#takeUsage(asWire<WireEvents['metadata']>(data).usage);
      case exceptionEvent:
        return [{ type: 'error', failure: mapStreamError(data) }];
      case undefined:
        throw new BadUpstreamEventError('the upstream sent an event without a type');
      case 'messageStart':
      default:
        return nothing;
    }
  }

  end(): readonly StreamPart[] {
    const raw = this.#usage;
    this.#usage = undefined;
    return raw === undefined ? nothing : [{ type: 'usage', usage: mapUsage(raw), raw }];
  }

  #start({
    contentBlockIndex,
    start,
  }: Wire<WireEvents['contentBlockStart']>): readonly StreamPart[] {
    const { toolUse } = asFields(start);
    if (toolUse === undefined) return nothing;
    this.#open = contentBlockIndex;
    return this.#blocks.open({ content_block: toClaudeCall(toolUse) });
  }

  #add(data: Fields): readonly StreamPart[] {
    const { contentBlockIndex, delta: given } = asWire<WireEvents['contentBlockDelta']>(data);
    const delta = asFields(given);
    const opened = this.#openFor(contentBlockIndex, delta);
    return [...opened, ...this.#blocks.add({ delta: toClaudeDelta(delta) })];
  }

  /** A delta for another block than the open one opens its block. */
  #openFor(index: unknown, delta: Fields): readonly StreamPart[] {
    if (this.#open === index && index !== undefined) return nothing;
    const closed = this.#open === undefined ? nothing : this.#blocks.close();
    this.#open = index;
    const reasoning = asFields(delta['reasoningContent']);
    const redacted = asText(reasoning['redactedContent']);
    const type = delta['reasoningContent'] === undefined ? 'text' : 'thinking';
    const block = redacted === undefined ? { type } : { type: 'redacted_thinking', data: redacted };
    return [...closed, ...this.#blocks.open({ content_block: block })];
  }

  #finish(data: Fields): readonly StreamPart[] {
    const stop = asWire<WireEvents['messageStop']>(data);
    const finishReason = correctFinish(stop.stopReason, this.#blocks);
    if (finishReason === undefined || this.#hasFinished) return nothing;
    this.#hasFinished = true;
    const nativeFinishReason = asText(stop.stopReason);
    if (finishReason === 'error') {
      return [{ type: 'error', failure: { kind: 'overloaded' } }];
    }
    const sequence = readStopSequence(stop.additionalModelResponseFields);
    return [{ type: 'finish', finishReason, nativeFinishReason, ...sequence }];
  }

  /** It is final behind the stop reason; before, a later one may replace it. */
  #takeUsage(raw: unknown): readonly StreamPart[] {
    if (raw === undefined || raw === null) return nothing;
    this.#usage = raw;
    return this.#hasFinished ? [...this.end(), { type: 'end' }] : nothing;
  }
}

function toClaudeDelta(delta: Fields): Fields {
  if (typeof delta['text'] === 'string') return { type: 'text_delta', text: delta['text'] };
  if (delta['toolUse'] !== undefined) {
    return { type: 'input_json_delta', partial_json: asFields(delta['toolUse'])['input'] };
  }
  const { signature, text } = asFields(delta['reasoningContent']);
  return signature === undefined
    ? { type: 'thinking_delta', thinking: text }
    : { type: 'signature_delta', signature };
}
