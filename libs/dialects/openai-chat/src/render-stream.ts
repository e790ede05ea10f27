import type { UsageReading } from '@tollgate/model-spec';
import { editJson } from '@tollgate/provider-kit';
import { doneFrame } from './render-error';
import type { AnswerFace } from './render-response';

export class BadUpstreamEventError extends Error {
  override readonly name = 'BadUpstreamEventError';
}

interface WireChunk {
  readonly choices?: readonly WireChoice[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

interface WireChoice {
  readonly delta?: Readonly<Record<string, unknown>> | null;
  readonly finish_reason?: unknown;
  readonly native_finish_reason?: unknown;
}

/**
 * Rewrites an upstream's Chat stream chunk by chunk. Usage is taken out on the way, and the chunk
 * that ends the answer is kept back: it may leave only after the call is recorded, and it carries
 * the one usage object of the stream.
 */
export class ChatStream {
  readonly #edits: ReadonlyMap<string, string | undefined>;
  readonly #face: AnswerFace;
  readonly #mapUsage: (value: unknown) => UsageReading;
  /** Told every piece of output, by who wants to count it. */
  readonly #onText: ((text: string) => void) | undefined;
  #heldChunk: string | undefined;
  usage: UsageReading = { kind: 'missing' };
  upstreamUsage: unknown;
  nativeFinishReason: string | undefined;
  hasContent = false;
  /** The upstream said that it is through. */
  isDone = false;
  /** The upstream reported a failure of its own inside the stream. */
  hasFailed = false;

  constructor(
    face: AnswerFace,
    mapUsage: (value: unknown) => UsageReading,
    onText?: (text: string) => void,
  ) {
    this.#face = face;
    this.#mapUsage = mapUsage;
    this.#onText = onText;
    this.#edits = new Map([
      ['id', JSON.stringify(face.generationId)],
      ['model', JSON.stringify(face.model)],
      ['usage', undefined],
      ['provider', undefined],
    ]);
  }

  get hasFinished(): boolean {
    return this.#heldChunk !== undefined;
  }

  /** Frames for the client that this event makes; empty when there is nothing to say yet. */
  push(data: string): string {
    if (data === '[DONE]') {
      this.isDone = true;
      return '';
    }
    const chunk = parseChunk(data);
    if (chunk.usage !== undefined && chunk.usage !== null) {
      this.usage = this.#mapUsage(chunk.usage);
      this.upstreamUsage = chunk.usage;
    }
    const choices = chunk.choices ?? [];
    if (choices.length === 0) {
      this.hasFailed ||= chunk.error !== undefined;
      return '';
    }
    return this.#pushChoices(data, choices);
  }

  /** The last frames: the kept chunk (or one of our own) with the settled usage, then the end. */
  finish(usage: Readonly<Record<string, unknown>>): string {
    const chunk = this.#heldChunk ?? this.#makeFinalChunk();
    this.#heldChunk = undefined;
    return `data: ${editJson(chunk, new Map([['usage', JSON.stringify(usage)]]))}\n\n${doneFrame}`;
  }

  #pushChoices(data: string, choices: readonly WireChoice[]): string {
    const edited = editJson(data, this.#edits);
    const released = this.#heldChunk === undefined ? '' : `data: ${this.#heldChunk}\n\n`;
    this.#heldChunk = undefined;
    this.hasContent ||= choices.some(hasDelta);
    if (this.#onText) for (const choice of choices) tellText(choice, this.#onText);
    const finished = choices.find((choice) => typeof choice.finish_reason === 'string');
    if (finished === undefined) return `${released}data: ${edited}\n\n`;
    this.nativeFinishReason = String(finished.native_finish_reason ?? finished.finish_reason);
    this.#heldChunk = edited;
    return released;
  }

  #makeFinalChunk(): string {
    return JSON.stringify({
      id: this.#face.generationId,
      object: 'chat.completion.chunk',
      created: Math.floor(Date.now() / 1_000),
      model: this.#face.model,
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    });
  }
}

function parseChunk(data: string): WireChunk {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw new BadUpstreamEventError('the upstream sent an event that is not JSON', {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadUpstreamEventError('the upstream sent an event that is not an object');
  }
  const chunk = value as WireChunk;
  if (chunk.choices !== undefined && chunk.choices !== null && !Array.isArray(chunk.choices)) {
    throw new BadUpstreamEventError('the upstream sent choices that are not a list');
  }
  return chunk;
}

/** Texts as they are; calls of tools by their JSON, which is about what was generated. */
function tellText({ delta }: WireChoice, onText: (text: string) => void): void {
  for (const [name, value] of Object.entries(delta ?? {})) {
    if (name === 'role' || value === null) continue;
    onText(typeof value === 'string' ? value : JSON.stringify(value));
  }
}

function hasDelta(choice: WireChoice): boolean {
  const delta = choice?.delta;
  if (delta === undefined || delta === null) return false;
  return Object.entries(delta).some(
    ([name, value]) => name !== 'role' && value !== null && value !== '',
  );
}
