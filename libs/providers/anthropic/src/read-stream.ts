import {
  BadUpstreamEventError,
  countPromptTokens,
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
import { BlockReader } from './read-block';
import { mapStreamError } from './map-error';
import { mapUsage } from './map-usage';
import { readExtras } from './read-answer';
import { correctFinish } from './read-content';
import type {
  Message,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawMessageDeltaEvent,
  RawMessageStartEvent,
  RawMessageStreamEvent,
} from './wire';

type EventType = RawMessageStreamEvent['type'] | 'ping' | 'error';

const nothing: readonly StreamPart[] = [];

/** `jsonTool` is the name of the tool whose input is the text of the answer. */
export function createStreamReader(jsonTool: string | undefined): StreamReader {
  return new MessageReader(jsonTool);
}

class MessageReader implements StreamReader {
  readonly #blocks: BlockReader;
  #startUsage: Fields = {};
  /** Of the latest `message_delta`: its counts are cumulative, so the last one is final. */
  #deltaUsage: Fields | undefined;
  #hasFinished = false;

  constructor(jsonTool: string | undefined) {
    this.#blocks = new BlockReader(jsonTool);
  }

  push(event: SseEvent): readonly StreamPart[] {
    const data = parseEvent(event.data);
    const { type } = data;
    if (typeof type !== 'string') {
      throw new BadUpstreamEventError('the upstream sent an event without a type');
    }
    switch (type as EventType) {
      case 'content_block_delta':
        return this.#blocks.add(asWire<RawContentBlockDeltaEvent>(data));
      case 'content_block_start':
        return this.#blocks.open(asWire<RawContentBlockStartEvent>(data));
      case 'content_block_stop':
        return this.#blocks.close();
      case 'message_start':
        return this.#start(asWire<RawMessageStartEvent>(data).message);
      case 'message_delta':
        return this.#change(data);
      case 'message_stop':
        return [...this.#takeUsage(), { type: 'end' }];
      case 'error':
        return [{ type: 'error', failure: mapStreamError(data['error']) }];
      case 'ping':
      default:
        return nothing;
    }
  }

  end(): readonly StreamPart[] {
    return this.#takeUsage();
  }

  #start(message: unknown): readonly StreamPart[] {
    this.#startUsage = asFields(asWire<Message>(message).usage);
    const reading = mapUsage(this.#startUsage);
    if (reading.kind !== 'usage') return nothing;
    return [{ type: 'prompt-tokens', promptTokens: countPromptTokens(reading.usage) }];
  }

  #change(event: Fields): readonly StreamPart[] {
    const { delta, usage } = asWire<RawMessageDeltaEvent>(event);
    if (usage !== undefined && usage !== null) this.#deltaUsage = asFields(usage);
    const { stop_reason, stop_sequence } = asWire<RawMessageDeltaEvent.Delta>(delta);
    const finishReason = correctFinish(stop_reason, this.#blocks);
    if (finishReason === undefined || this.#hasFinished) return nothing;
    this.#hasFinished = true;
    const stopSequence = asText(stop_sequence);
    return [
      {
        type: 'finish',
        finishReason,
        nativeFinishReason: asText(stop_reason),
        ...(stopSequence !== undefined && { stopSequence }),
      },
    ];
  }

  #takeUsage(): readonly StreamPart[] {
    if (this.#deltaUsage === undefined) return nothing;
    const raw: Record<string, unknown> = { ...this.#startUsage };
    for (const [name, count] of Object.entries(this.#deltaUsage)) {
      if (count !== null) raw[name] = count;
    }
    this.#deltaUsage = undefined;
    const extras = reportExtras(readExtras({ usage: raw }));
    return [{ type: 'usage', usage: mapUsage(raw), raw, extras }];
  }
}
