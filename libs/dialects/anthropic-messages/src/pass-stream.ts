import {
  AnswerState,
  asFields,
  asText,
  editJson,
  type Fields,
  findMemberText,
  formatEvent,
  isFields,
  parseEvent,
} from '@tollgate/model-kit';
import type { AppError } from '@tollgate/errors';
import {
  BadUpstreamEventError,
  type AnswerFace,
  type AnswerStream,
  type PassStreamInput,
  type SettledUsage,
  type SseEvent,
  type UpstreamFailure,
} from '@tollgate/model-spec';
import { formatMessageId } from './wire';
import { addCost } from './pass-response';
import { renderFailure } from './render-error';

const stopFrame = formatEvent('message_stop', '{"type":"message_stop"}');
const plainDelta =
  '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null}}';
/** Blocks that are empty when they begin, so that only what follows is content. */
const emptyStarts = new Set(['text', 'thinking']);
const providerUse = /^(?:server|mcp)_tool_use$/;

/** The HTTP status that matches an `error` event. */
const statusByType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/**
 * Passes an upstream's events on. The `message_delta` that ends the answer is held until the
 * call is recorded, and is sent with the cost in its usage.
 */
export class MessagePassStream extends AnswerState implements AnswerStream {
  readonly #face: AnswerFace;
  readonly #adapter: PassStreamInput['adapter'];
  readonly #onText: ((text: string) => void) | undefined;
  #heldDelta: string | undefined;
  #heldUsage: string | undefined;
  #startUsage: Fields = {};
  /** Of tools that the provider ran. */
  readonly #toolBlocks: Fields[] = [];
  isDone = false;

  constructor({ adapter, face, onText }: PassStreamInput) {
    super();
    this.#face = face;
    this.#adapter = adapter;
    this.#onText = onText;
  }

  get hasFinished(): boolean {
    return this.nativeFinishReason !== undefined;
  }

  push({ data, name }: SseEvent): string {
    const event = parseEvent(data);
    const { type } = event;
    switch (type) {
      case 'content_block_delta':
        this.#noteDelta(asFields(event['delta']));
        break;
      case 'content_block_start':
        this.#noteStart(asFields(event['content_block']));
        break;
      case 'message_start':
        return formatEvent(type, this.#editStart(data, event));
      case 'message_delta':
        this.#holdDelta(data, event);
        return '';
      case 'message_stop':
        this.isDone = true;
        return '';
      case 'error':
        this.failure ??= this.#readError(data, event);
        return '';
      default:
        if (typeof type !== 'string') {
          throw new BadUpstreamEventError('the upstream sent an event without a type');
        }
    }
    return formatEvent(name ?? String(type), data);
  }

  finish(settled: SettledUsage): string {
    const edits = new Map([['usage', addCost(this.#heldUsage, settled)]]);
    return formatEvent('message_delta', editJson(this.#heldDelta ?? plainDelta, edits)) + stopFrame;
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#face);
  }

  #editStart(data: string, { message }: Fields): string {
    if (!isFields(message)) {
      throw new BadUpstreamEventError('the upstream began without a message');
    }
    this.#startUsage = asFields(message['usage']);
    const ours = new Map([
      ['id', JSON.stringify(formatMessageId(this.#face))],
      ['model', JSON.stringify(this.#face.model)],
    ]);
    const text = findMemberText(data, 'message') ?? '{}';
    return editJson(data, new Map([['message', editJson(text, ours)]]));
  }

  /** Only the last `message_delta` is final; counts missing there are those of the start. */
  #holdDelta(data: string, { delta, usage }: Fields): void {
    const { stop_reason: word } = asFields(delta);
    if (typeof word === 'string') {
      this.finishReason = this.#adapter.mapStopReason(word);
      this.nativeFinishReason = word;
      this.#heldDelta = data;
    }
    this.#heldDelta ??= data;
    if (!isFields(usage)) return;
    const told = Object.entries(usage).filter(([, value]) => value !== null);
    const merged = { ...this.#startUsage, ...Object.fromEntries(told) };
    this.#heldUsage = findMemberText(data, 'usage');
    this.upstreamUsage = merged;
    this.usage = this.#adapter.mapUsage(merged);
    this.extras = this.#adapter.readExtras({ usage: merged, content: this.#toolBlocks });
  }

  #noteStart(block: Fields): void {
    const type = String(block['type']);
    this.hasContent ||= !emptyStarts.has(type);
    if (providerUse.test(type)) this.#toolBlocks.push({ type, name: block['name'] });
  }

  #noteDelta({ partial_json: json, text, thinking }: Fields): void {
    const piece = asText(text) ?? asText(json) ?? asText(thinking) ?? '';
    if (piece === '') return;
    this.hasContent = true;
    this.#onText?.(piece);
  }

  #readError(data: string, { error }: Fields): UpstreamFailure {
    const status = statusByType[asText(asFields(error)['type']) ?? ''];
    return this.#adapter.mapError(status ?? 500, data, {});
  }
}
