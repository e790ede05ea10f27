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
} from '@tollgate/model-spec';
import { renderFailedState, renderFailure } from './render-error';
import { renderUsage } from './render-usage';
import { formatResponseId } from './write-response';

type Edits = ReadonlyMap<string, string | undefined>;

/** Kept to make an end of our own where the upstream has none. */
interface Kept {
  /** The response object as the client last saw it. */
  response: string;
  /** Items that are through, as text. */
  readonly items: string[];
  sequenceNumber: number;
}

/**
 * Passes an upstream's own events on. Where they carry the response object, its id and model are
 * ours; the event that ends the response is held until the call is settled.
 */
export class ResponsesPassStream extends AnswerState implements AnswerStream {
  readonly #adapter: PassStreamInput['adapter'];
  readonly #onText: ((text: string) => void) | undefined;
  readonly #faceEdits: Edits;
  readonly #kept: Kept = { response: '{}', items: [], sequenceNumber: -1 };
  /** Frames before the first content: until they are sent the call can still be retried. */
  #early = '';
  #hasBegun = false;
  #lastEvent: { readonly type: string; readonly data: string } | undefined;

  constructor({ adapter, face, onText }: PassStreamInput) {
    super();
    this.#adapter = adapter;
    this.#onText = onText;
    this.#faceEdits = makeFaceEdits(face);
  }

  get hasFinished(): boolean {
    return this.#lastEvent !== undefined;
  }

  get isDone(): boolean {
    return this.hasFinished;
  }

  push({ data, name }: SseEvent): string {
    // Not part of this dialect, but some servers send it.
    if (data === '[DONE]') return '';
    const event = parseEvent(data);
    const type = asText(event['type']);
    if (type === undefined) throw new BadUpstreamEventError('an event without a type');
    if (type === 'error') return this.#takeFailure(event['error'] ?? event);
    if (isFields(event['response'])) return this.#pushResponse(type, data, event);
    return this.#pushItem(type, { data, name }, event);
  }

  finish(settled: SettledUsage): string {
    const usage = JSON.stringify(renderUsage(settled));
    const last = this.#lastEvent ?? this.#makeEnd('response.completed', { status: 'completed' });
    const response = editJson(
      findMemberText(last.data, 'response') ?? '{}',
      new Map([['usage', usage]]),
    );
    return (
      this.#release() +
      formatEvent(last.type, editJson(last.data, new Map([['response', response]])))
    );
  }

  fail(error: AppError): string {
    if (!this.#hasBegun) return renderFailure(error);
    const last = this.#makeEnd('response.failed', renderFailedState(error));
    return this.#release() + formatEvent(last.type, last.data);
  }

  #pushResponse(type: string, data: string, event: Fields): string {
    const response = asFields(event['response']);
    if (type === 'response.failed') return this.#takeFailure(response['error']);
    this.#hasBegun = true;
    const text = editJson(findMemberText(data, 'response') ?? '{}', this.#faceEdits);
    const edited = editJson(data, new Map([['response', text]]));
    if (type !== 'response.completed' && type !== 'response.incomplete') {
      this.#kept.response = text;
      this.#countEvent(event);
      this.#early += formatEvent(type, edited);
      return this.hasContent ? this.#release() : '';
    }
    this.#takeEnd(response);
    this.#lastEvent = { type, data: edited };
    return '';
  }

  #takeEnd(response: Fields): void {
    const { incomplete_details: details, output, status, usage } = response;
    const word = asFields(details)['reason'] ?? status;
    const finishReason = this.#adapter.mapStopReason(word);
    const hasCalls = Array.isArray(output) && output.some(isCall);
    this.finishReason = finishReason === 'stop' && hasCalls ? 'tool_calls' : finishReason;
    this.nativeFinishReason = asText(word);
    this.hasContent ||= Array.isArray(output) && output.length > 0;
    this.extras = this.#readExtras(response);
    if (usage === undefined || usage === null) return;
    this.usage = this.#adapter.mapUsage(usage);
    this.upstreamUsage = usage;
  }

  /** Some providers end without the items that they streamed. */
  #readExtras(response: Fields): ReturnType<PassStreamInput['adapter']['readExtras']> {
    const { output } = response;
    if (Array.isArray(output) && output.length > 0) return this.#adapter.readExtras(response);
    const items = this.#kept.items.map((item): unknown => JSON.parse(item));
    return this.#adapter.readExtras({ ...response, output: items });
  }

  #pushItem(type: string, { data, name }: SseEvent, event: Fields): string {
    this.hasContent = true;
    this.#countEvent(event);
    const { delta } = event;
    if (typeof delta === 'string') this.#onText?.(delta);
    if (type === 'response.output_item.done') {
      this.#kept.items.push(findMemberText(data, 'item') ?? '{}');
    }
    return this.#release() + formatEvent(name ?? type, data);
  }

  /** Only of those that the client gets: an end of our own must follow them without a gap. */
  #countEvent({ sequence_number: number }: Fields): void {
    if (typeof number === 'number') this.#kept.sequenceNumber = number;
  }

  #release(): string {
    const early = this.#early;
    this.#early = '';
    return early;
  }

  /** A failure inside a stream has no HTTP status, but its code usually implies one. */
  #takeFailure(error: unknown): string {
    const { code, type } = asFields(error);
    const words = `${String(code)} ${String(type)}`;
    this.failure ??= this.#adapter.mapError(guessStatus(words), JSON.stringify({ error }), {});
    return '';
  }

  #makeEnd(type: string, state: Fields): { readonly type: string; readonly data: string } {
    const fields = Object.entries(state).map(([name, value]) => [name, JSON.stringify(value)]);
    const edits = new Map(fields as [string, string][]);
    edits.set('output', `[${this.#kept.items.join(',')}]`);
    const response = editJson(this.#kept.response, edits);
    const number = this.#kept.sequenceNumber + 1;
    return {
      type,
      data: `{"type":"${type}","sequence_number":${number},"response":${response}}`,
    };
  }
}

function makeFaceEdits({ model, ulid }: AnswerFace): Edits {
  return new Map([
    ['id', JSON.stringify(formatResponseId(ulid))],
    ['model', JSON.stringify(model)],
  ]);
}

function isCall(item: unknown): boolean {
  const { type } = asFields(item);
  return type === 'function_call' || type === 'custom_tool_call';
}

function guessStatus(words: string): number {
  if (/rate_limit|insufficient_quota/.test(words)) return 429;
  return /invalid_|context_length|policy|content_filter/.test(words) ? 400 : 500;
}
