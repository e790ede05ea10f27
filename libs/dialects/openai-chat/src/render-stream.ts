import { type Fields, formatData, writeReasoningDetails } from '@tollgate/model-kit';
import type { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import type {
  AnswerFace,
  ChoiceInput,
  FinishReason,
  SettledUsage,
  StreamPart,
  StreamRenderer,
} from '@tollgate/model-spec';
import { doneFrame, renderFailure } from './render-error';
import { renderUsage } from './render-usage';
import type { WireDelta, WireFinalChunk } from './wire';
import { writeAnnotation, writeCall, writeImage } from './write-parts';

interface OpenCall {
  readonly place: number;
  hasArguments: boolean;
}

type Part<Type extends StreamPart['type']> = Extract<StreamPart, { type: Type }>;

/** Makes chat chunks of a translated stream. Everything that never changes is written once. */
export class ChatRenderer implements StreamRenderer {
  readonly #face: AnswerFace;
  readonly #choice: number;
  readonly #head: string;
  readonly #calls = new Map<number, OpenCall>();
  #hasBegun = false;
  #images = 0;
  #thoughts = 0;
  #finishReason: FinishReason = 'stop';
  #nativeFinishReason: string | undefined;

  constructor({ choice = 0, face }: ChoiceInput) {
    this.#face = face;
    this.#choice = choice;
    const common = JSON.stringify(this.#makeCommon());
    this.#head = `data: ${common.slice(0, -1)},"choices":[{"index":${choice},"delta":`;
  }

  push(part: StreamPart): string {
    const delta = this.#makeDelta(part);
    return delta === undefined ? '' : this.#begin() + this.#frame(delta);
  }

  finish(settled: SettledUsage): string {
    return this.#end({ usage: renderUsage(settled) }) + doneFrame;
  }

  finishChoice(): string {
    return this.#end({});
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#face);
  }

  #makeCommon(): Pick<WireFinalChunk, 'id' | 'object' | 'created' | 'model'> {
    const { createdAtSeconds, model, ulid } = this.#face;
    return {
      id: formatGenerationId(ulid),
      object: 'chat.completion.chunk',
      created: createdAtSeconds,
      model,
    };
  }

  #end(usage: Pick<WireFinalChunk, 'usage'>): string {
    const chunk: WireFinalChunk = {
      ...this.#makeCommon(),
      choices: [
        {
          index: this.#choice,
          delta: {},
          finish_reason: this.#finishReason,
          native_finish_reason: this.#nativeFinishReason ?? null,
        },
      ],
      ...usage,
    };
    return this.#begin() + this.#endCalls() + formatData(JSON.stringify(chunk));
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return this.#frame({ role: 'assistant', content: '' });
  }

  #frame(delta: WireDelta): string {
    return `${this.#head}${JSON.stringify(delta)},"finish_reason":null}]}\n\n`;
  }

  /** Undefined: nothing is sent for this event, or not yet. */
  #makeDelta(part: StreamPart): WireDelta | undefined {
    switch (part.type) {
      case 'text-delta':
        return part.text === '' ? undefined : { content: part.text };
      case 'refusal-delta':
        return part.text === '' ? undefined : { refusal: part.text };
      case 'tool-call-start':
        return this.#startCall(part);
      case 'tool-call-delta':
        return this.#appendCall(part.index, part.arguments);
      case 'tool-call-end':
        return this.#appendCall(part.index, this.#needsArguments(part.index) ? '{}' : '');
      case 'annotation':
        return { annotations: [writeAnnotation(part.annotation)] };
      case 'image':
        return { images: [writeImage(part.url, this.#images++)] };
      case 'finish':
        this.#finishReason = part.finishReason;
        this.#nativeFinishReason = part.nativeFinishReason;
        return undefined;
      default:
        return this.#makeThought(part);
    }
  }

  #makeThought(part: StreamPart): WireDelta | undefined {
    switch (part.type) {
      case 'reasoning-delta':
        return this.#appendThought(part);
      case 'reasoning-end':
        return this.#endThought(part);
      case 'redacted-reasoning': {
        const { data, format } = part;
        const thought = { type: 'reasoning', text: '', format, signature: data } as const;
        return { reasoning_details: this.#write({ ...thought, isRedacted: true }, 'whole') };
      }
      default:
        return undefined;
    }
  }

  #appendThought({ format, text }: Part<'reasoning-delta'>): WireDelta | undefined {
    if (text === '') return undefined;
    if (format === 'unknown') return { reasoning: text };
    const details = this.#write({ type: 'reasoning', text, format }, 'piece');
    return { reasoning: text, reasoning_details: details };
  }

  #endThought({ format, id, signature }: Part<'reasoning-end'>): WireDelta | undefined {
    if (signature === undefined) {
      this.#thoughts++;
      return undefined;
    }
    const thought = { type: 'reasoning', text: '', format, signature } as const;
    const named = id === undefined ? thought : { ...thought, id };
    return { reasoning_details: this.#write(named, 'whole') };
  }

  /** Pieces of one reasoning block share its index in the list. */
  #write(
    thought: Parameters<typeof writeReasoningDetails>[0][number],
    extent: 'piece' | 'whole',
  ): readonly Fields[] {
    const index = this.#thoughts;
    if (extent === 'whole') this.#thoughts++;
    return writeReasoningDetails([thought]).map((detail) => ({ ...detail, index }));
  }

  #startCall({ id, index, name, thoughtSignature }: Part<'tool-call-start'>): WireDelta {
    const place = this.#calls.size;
    this.#calls.set(index, { place, hasArguments: false });
    const delta = { tool_calls: [{ index: place, ...writeCall(id, name, '') }] };
    if (thoughtSignature === undefined) return delta;
    const at = this.#thoughts++;
    const details = writeReasoningDetails([], [{ id, thoughtSignature }]);
    return { ...delta, reasoning_details: details.map((detail) => ({ ...detail, index: at })) };
  }

  #appendCall(index: number, text: string): WireDelta | undefined {
    const call = this.#calls.get(index);
    if (call === undefined || text === '') return undefined;
    call.hasArguments ||= text.trim() !== '';
    return { tool_calls: [{ index: call.place, function: { arguments: text } }] };
  }

  #needsArguments(index: number): boolean {
    return this.#calls.get(index)?.hasArguments === false;
  }

  /** Arguments always come out as parsable JSON. */
  #endCalls(): string {
    return [...this.#calls.keys()]
      .map((index) => this.push({ type: 'tool-call-end', index }))
      .join('');
  }
}
