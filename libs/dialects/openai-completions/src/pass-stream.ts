import type { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import {
  AnswerState,
  asFieldList,
  asFields,
  editJson,
  formatData,
  parseEvent,
  type Fields,
} from '@tollgate/model-kit';
import {
  BadUpstreamEventError,
  type AnswerFace,
  type AnswerStream,
  type ProviderAdapter,
  type SettledUsage,
  type SseEvent,
} from '@tollgate/model-spec';
import { doneFrame, renderFailure } from './render-error';
import { renderUsage } from './render-usage';
import { writeCompletion } from './wire';

export interface CompletionsStreamInput {
  readonly face: AnswerFace;
  readonly adapter: Pick<ProviderAdapter, 'mapError' | 'mapStopReason' | 'mapUsage'>;
  readonly onText: ((text: string) => void) | undefined;
}

/**
 * Rewrites an upstream's completion stream chunk by chunk. Usage is removed, and the chunk that
 * ends the answer is held: it may be sent only after the call is recorded, with the one usage
 * object of the stream.
 */
export class CompletionsPassStream extends AnswerState implements AnswerStream {
  readonly #input: CompletionsStreamInput;
  readonly #edits: ReadonlyMap<string, string | undefined>;
  #heldChunk: string | undefined;
  isDone = false;

  constructor(input: CompletionsStreamInput) {
    super();
    this.#input = input;
    this.#edits = new Map([
      ['id', JSON.stringify(formatGenerationId(input.face.ulid))],
      ['object', '"text_completion"'],
      ['model', JSON.stringify(input.face.model)],
      ['usage', undefined],
      ['provider', undefined],
    ]);
  }

  get hasFinished(): boolean {
    return this.#heldChunk !== undefined;
  }

  push({ data }: SseEvent): string {
    if (data === '[DONE]') {
      this.isDone = true;
      return '';
    }
    const event = parseEvent(data);
    const { choices, error, usage } = event;
    if (usage != null) {
      this.usage = this.#input.adapter.mapUsage(usage);
      this.upstreamUsage = usage;
    }
    if (choices != null && !Array.isArray(choices))
      throw new BadUpstreamEventError('the upstream sent choices that are not a list');
    const list = asFieldList(choices);
    if (list.length > 0) return this.#pushChoices(data, event, list);
    if (error != null) this.failure ??= this.#input.adapter.mapError(readStatus(error), data, {});
    return '';
  }

  /** The last frames: the held chunk (or one of our own) with the settled usage, then the end. */
  finish(settled: SettledUsage): string {
    const own = writeCompletion(this.#input.face, '', { finish_reason: 'stop' });
    const chunk = this.#heldChunk ?? JSON.stringify(own);
    this.#heldChunk = undefined;
    const usage = JSON.stringify(renderUsage(settled));
    return formatData(editJson(chunk, new Map([['usage', usage]]))) + doneFrame;
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#input.face);
  }

  #pushChoices(data: string, { created }: Fields, choices: readonly Fields[]): string {
    const { adapter, face, onText } = this.#input;
    const released = this.#heldChunk === undefined ? '' : formatData(this.#heldChunk);
    this.#heldChunk = undefined;
    for (const { text } of choices) {
      if (typeof text !== 'string' || text === '') continue;
      this.hasContent = true;
      onText?.(text);
    }
    const edited = editJson(data, this.#edits);
    const chunk =
      typeof created === 'number'
        ? edited
        : editJson(edited, new Map([['created', String(face.createdAtSeconds)]]));
    const ended = choices.find((choice) => typeof choice['finish_reason'] === 'string');
    if (ended === undefined) return released + formatData(chunk);
    this.finishReason = adapter.mapStopReason(ended['finish_reason']);
    this.nativeFinishReason = String(ended['finish_reason']);
    this.#heldChunk = chunk;
    return released;
  }
}

/** An error inside a stream has no HTTP status, but its code usually implies one. */
function readStatus(error: unknown): number {
  const { code, type } = asFields(error);
  if (typeof code === 'number' && code >= 400 && code < 600) return code;
  const words = `${String(code)} ${String(type)}`;
  if (words.includes('rate_limit')) return 429;
  return /invalid_request|context_length|content_policy|content_filter/.test(words) ? 400 : 500;
}
