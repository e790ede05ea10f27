import type { AppError } from '@tollgate/errors';
import { AnswerState } from '@tollgate/model-kit';
import type {
  Annotation,
  AnswerStream,
  SettledUsage,
  SseEvent,
  StreamPart,
  StreamReader,
  StreamRenderer,
} from '@tollgate/model-spec';

export interface TranslatedStreamOptions {
  readonly reader: StreamReader;
  readonly renderer: StreamRenderer;
  /** The client asked to hide the reasoning. */
  readonly hidesReasoning: boolean;
  /** Added behind the text, before the end. */
  readonly citations?: readonly Annotation[];
  readonly onText: ((text: string) => void) | undefined;
}

/**
 * Translates a stream of one protocol into another dialect, in which the provider's own usage
 * object is not shown.
 */
export class TranslatedStream extends AnswerState implements AnswerStream {
  readonly #options: TranslatedStreamOptions;
  isDone = false;
  #hasText = false;

  constructor(options: TranslatedStreamOptions) {
    super();
    this.#options = options;
  }

  get hasFinished(): boolean {
    return this.finishReason !== undefined;
  }

  push(event: SseEvent): string {
    return this.#take(this.#options.reader.push(event));
  }

  override end(): string {
    return this.#take(this.#options.reader.end());
  }

  finish(settled: SettledUsage): string {
    return this.#options.renderer.finish(settled);
  }

  fail(error: AppError): string {
    return this.#options.renderer.fail(error);
  }

  #take(parts: readonly StreamPart[]): string {
    const { hidesReasoning, onText, renderer } = this.#options;
    let frames = '';
    for (const part of parts) {
      this.#note(part);
      if (onText !== undefined) tellText(part, onText);
      if (part.type === 'text-delta') this.#hasText = true;
      if (part.type === 'finish') frames += this.#cite();
      if (!(hidesReasoning && isReasoning(part))) frames += renderer.push(part);
    }
    return frames;
  }

  #cite(): string {
    const { citations = [], renderer } = this.#options;
    if (!this.#hasText) return '';
    return citations
      .map((annotation) => renderer.push({ type: 'annotation', annotation }))
      .join('');
  }

  #note(part: StreamPart): void {
    switch (part.type) {
      case 'usage':
        this.usage = part.usage;
        this.extras = part.extras;
        return;
      case 'finish':
        this.finishReason = part.finishReason;
        this.nativeFinishReason = part.nativeFinishReason;
        // Two of three dialects cannot express this ending: it is a failure in all of them.
        if (part.finishReason === 'error') this.failure ??= { kind: 'overloaded' };
        return;
      case 'error':
        this.failure = part.failure;
        return;
      case 'end':
        this.isDone = true;
        return;
      case 'prompt-tokens':
        return;
      default:
        this.hasContent = true;
    }
  }
}

function isReasoning({ type }: StreamPart): boolean {
  return type === 'reasoning-delta' || type === 'reasoning-end' || type === 'redacted-reasoning';
}

function tellText(part: StreamPart, onText: (text: string) => void): void {
  switch (part.type) {
    case 'text-delta':
    case 'refusal-delta':
    case 'reasoning-delta':
      onText(part.text);
      return;
    case 'tool-call-start':
      onText(part.name);
      return;
    case 'tool-call-delta':
      onText(part.arguments);
      return;
    default:
  }
}
