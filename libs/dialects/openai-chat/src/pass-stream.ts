import {
  AnswerState,
  asFields,
  editJson,
  type Fields,
  formatData,
  maskKeys,
  parseEvent,
} from '@tollgate/model-kit';
import type { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import {
  BadUpstreamEventError,
  type AnswerFace,
  type AnswerStream,
  type PassStreamInput,
  type SettledUsage,
  type SseEvent,
  type UpstreamFailure,
} from '@tollgate/model-spec';
import { ChunkTemplate, type PlainFrames } from './chunk-template';
import { ChoiceDeltas } from './complete-calls';
import { correctEnds } from './correct-end';
import { editChoices, findEdits, hidesReasoning } from './edit-answer';
import { doneFrame, renderFailure } from './render-error';
import { renderUsage } from './render-usage';

interface WireChoice {
  readonly index?: number;
  readonly delta?: Fields | null;
  readonly finish_reason?: unknown;
  readonly native_finish_reason?: unknown;
}

/**
 * Rewrites an upstream's Chat stream chunk by chunk. Usage is removed, and the chunk
 * that ends the answer is held: it may be sent only after the call is recorded, and it carries
 * the one usage object of the stream.
 */
export class ChatPassStream extends AnswerState implements AnswerStream {
  readonly #edits: ReadonlyMap<string, string | undefined>;
  readonly #face: AnswerFace;
  readonly #adapter: PassStreamInput['adapter'];
  readonly #isHiding: boolean;
  readonly #onText: PassStreamInput['onText'];
  readonly #onPlainBytes: PassStreamInput['onPlainBytes'];
  #heldChunk: string | undefined;
  #template: ChunkTemplate | undefined;
  #hasCalls = false;
  readonly #choices = new ChoiceDeltas();
  isDone = false;

  constructor({ adapter, face, onPlainBytes, onText, request }: PassStreamInput) {
    super();
    this.#face = face;
    this.#adapter = adapter;
    this.#onText = onText;
    this.#onPlainBytes = onPlainBytes;
    this.#isHiding = hidesReasoning(request);
    this.#edits = new Map([
      ['id', JSON.stringify(formatGenerationId(face.ulid))],
      ['model', JSON.stringify(face.model)],
      ['usage', undefined],
      ['provider', undefined],
    ]);
  }

  get hasFinished(): boolean {
    return this.#heldChunk !== undefined;
  }

  /** Once the content flows, most of what comes is plain; an exact count reads every event. */
  passPlain(block: string): PlainFrames | undefined {
    const mustTell = this.#onText !== undefined && this.#onPlainBytes === undefined;
    if (this.#heldChunk !== undefined || mustTell) return undefined;
    const plain = this.#template?.applyAll(block);
    if (plain !== undefined) this.#onPlainBytes?.(plain.textBytes);
    return plain;
  }

  push({ data }: SseEvent): string {
    if (data === '[DONE]') {
      this.isDone = true;
      return '';
    }
    return this.#pushPlain(data) ?? this.#pushChunk(data);
  }

  /** Most chunks have the shape of the previous one; undefined: this one does not. */
  #pushPlain(data: string): string | undefined {
    if (this.#heldChunk !== undefined) return undefined;
    const plain = this.#template?.apply(data);
    if (plain === undefined) return undefined;
    this.#onText?.(plain.text);
    return formatData(plain.edited);
  }

  #pushChunk(data: string): string {
    const event = parseEvent(data);
    const { choices, error, service_tier: serviceTier, usage } = event;
    if (usage !== undefined && usage !== null) {
      this.usage = this.#adapter.mapUsage(usage);
      this.upstreamUsage = usage;
      this.extras = this.#adapter.readExtras({ usage, service_tier: serviceTier });
    }
    if (choices !== undefined && choices !== null && !Array.isArray(choices)) {
      throw new BadUpstreamEventError('the upstream sent choices that are not a list');
    }
    if (Array.isArray(choices) && choices.length > 0) {
      return this.#pushChoices(data, event, choices as WireChoice[]);
    }
    if (error !== undefined && error !== null) this.failure ??= this.#readError(data, error);
    return '';
  }

  /** The last frames: the kept chunk (or one of our own) with the settled usage, then the end. */
  finish(settled: SettledUsage): string {
    const chunk = this.#heldChunk ?? this.#makeFinalChunk();
    this.#heldChunk = undefined;
    const usage = JSON.stringify(renderUsage(settled));
    return formatData(editJson(chunk, new Map([['usage', usage]]))) + doneFrame;
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#face);
  }

  #pushChoices(data: string, event: Fields, choices: readonly WireChoice[]): string {
    const edits = choices.map((choice, place) => this.#findEdits(choice, place));
    const isUntouched = edits.every((edit) => edit === undefined);
    const top = editJson(this.#completeTop(data, event), this.#edits);
    const edited = isUntouched
      ? top
      : editJson(top, new Map([['choices', editChoices(top, 'delta', edits)]]));
    const released = this.#heldChunk === undefined ? '' : formatData(this.#heldChunk);
    this.#heldChunk = undefined;
    this.hasContent ||= choices.some(hasDelta);
    this.#hasCalls ||= choices.some(hasCall);
    if (this.#onText) for (const choice of choices) tellText(choice, this.#onText);
    const finished = choices.find((choice) => typeof choice?.finish_reason === 'string');
    if (finished === undefined) {
      // What was added to one chunk alone, such as its role, must not be added to the next ones.
      if (isUntouched && isPlain(choices)) this.#learn(data, edited);
      return released + formatData(edited);
    }
    this.#holdEnd(edited, choices, finished);
    return released;
  }

  /** A text with an escape teaches nothing; what was learnt before stays. */
  #learn(data: string, edited: string): void {
    this.#template = ChunkTemplate.learn(data, edited) ?? this.#template;
  }

  #holdEnd(edited: string, choices: readonly WireChoice[], finished: WireChoice): void {
    const { finish_reason: word, native_finish_reason: native } = finished;
    const reason = this.#adapter.mapStopReason(word);
    this.finishReason = reason === 'stop' && this.#hasCalls ? 'tool_calls' : reason;
    this.nativeFinishReason = String(native ?? word);
    const ended = correctEnds(edited, choices as readonly Fields[], this.#hasCalls);
    // A provider's error text may contain the provider key.
    this.#heldChunk = reason === 'error' ? maskKeys(ended) : ended;
  }

  #findEdits(choice: WireChoice, place: number): ReturnType<typeof findEdits> {
    const delta = asFields(choice?.delta);
    const edits = findEdits(delta, this.#isHiding);
    const completed = this.#choices.complete(choice?.index ?? place, delta);
    return completed === undefined ? edits : new Map([...(edits ?? []), ...completed]);
  }

  /** `object` and `created` are required, and some providers leave them out. */
  #completeTop(data: string, { created, object }: Fields): string {
    if (typeof object === 'string' && typeof created === 'number') return data;
    const edits = new Map<string, string>();
    if (typeof object !== 'string') edits.set('object', '"chat.completion.chunk"');
    if (typeof created !== 'number') edits.set('created', String(this.#face.createdAtSeconds));
    return editJson(data, edits);
  }

  /** An error inside a stream has no HTTP status, but its code usually implies one. */
  #readError(data: string, error: unknown): UpstreamFailure {
    const { code, type } = asFields(error);
    if (typeof code === 'number' && code >= 400 && code < 600) {
      return this.#adapter.mapError(code, data, {});
    }
    const words = `${String(code)} ${String(type)}`;
    if (words.includes('rate_limit')) return this.#adapter.mapError(429, data, {});
    const isOurs = /invalid_request|context_length|content_policy|content_filter/.test(words);
    return this.#adapter.mapError(isOurs ? 400 : 500, data, {});
  }

  #makeFinalChunk(): string {
    return JSON.stringify({
      id: formatGenerationId(this.#face.ulid),
      object: 'chat.completion.chunk',
      created: this.#face.createdAtSeconds,
      model: this.#face.model,
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    });
  }
}

/** One choice that brings text and nothing else. */
function isPlain(choices: readonly WireChoice[]): boolean {
  const delta = choices.length === 1 ? choices[0]?.delta : undefined;
  if (delta === undefined || delta === null) return false;
  const { content } = delta;
  return typeof content === 'string' && content !== '' && Object.keys(delta).length === 1;
}

/** Texts as they are; calls of tools by their JSON, which is about what was generated. */
function tellText(choice: WireChoice, onText: (text: string) => void): void {
  for (const [name, value] of Object.entries(choice?.delta ?? {})) {
    if (name === 'role' || value === null) continue;
    if (name === 'audio') tellAudio(asFields(value), onText);
    else onText(typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** Samples are 48,000 bytes per second, for which providers count about 20 tokens. */
const charactersPerCounted = 1_000;

/** A sound is reported by a text that counts as many tokens as it. */
function tellAudio({ data, transcript }: Fields, onText: (text: string) => void): void {
  if (typeof transcript === 'string') onText(transcript);
  if (typeof data === 'string')
    onText(data.slice(0, Math.ceil(data.length / charactersPerCounted)));
}

function hasCall(choice: WireChoice): boolean {
  const calls = choice?.delta?.['tool_calls'];
  return Array.isArray(calls) && calls.length > 0;
}

function hasDelta(choice: WireChoice): boolean {
  const delta = choice?.delta;
  if (delta === undefined || delta === null) return false;
  return Object.entries(delta).some(
    ([name, value]) => name !== 'role' && value !== null && value !== '',
  );
}
