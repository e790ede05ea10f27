import type {
  FinishReason,
  NeutralAnswer,
  StreamPart,
  UpstreamFailure,
  UsageReading,
} from '@tollgate/model-spec';

export interface ProbeCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** An answer in the same form, whether it was streamed or not. */
export interface ProbeAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ProbeCall[];
  readonly finishReason: FinishReason | undefined;
  readonly usage: UsageReading;
}

export const emptyAnswer: ProbeAnswer = {
  text: '',
  reasoning: '',
  calls: [],
  finishReason: undefined,
  usage: { kind: 'missing' },
};

export function collectAnswer({ finishReason, parts, usage }: NeutralAnswer): ProbeAnswer {
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    reasoning: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
    finishReason,
    usage,
  };
}

/** Puts the parts of a stream together. */
export class StreamCollector {
  #text = '';
  #reasoning = '';
  readonly #calls = new Map<number, { name: string; arguments: string }>();
  #finishReason: FinishReason | undefined;
  #usage: UsageReading = { kind: 'missing' };
  #failure: UpstreamFailure | undefined;
  #isOver = false;

  get hasContent(): boolean {
    return this.#text !== '' || this.#reasoning !== '' || this.#calls.size > 0;
  }

  /** The provider said that it ended, or failed. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== undefined;
  }

  get failure(): UpstreamFailure | undefined {
    return this.#failure;
  }

  get answer(): ProbeAnswer {
    return {
      text: this.#text,
      reasoning: this.#reasoning,
      calls: [...this.#calls.values()],
      finishReason: this.#finishReason,
      usage: this.#usage,
    };
  }

  add(parts: readonly StreamPart[]): void {
    for (const part of parts) this.#addPart(part);
  }

  #addPart(part: StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.#text += part.text;
        break;
      case 'reasoning-delta':
        this.#reasoning += part.text;
        break;
      case 'tool-call-start':
        this.#calls.set(part.index, { name: part.name, arguments: '' });
        break;
      case 'tool-call-delta': {
        const call = this.#calls.get(part.index);
        if (call !== undefined) call.arguments += part.arguments;
        break;
      }
      case 'finish':
        this.#finishReason = part.finishReason;
        break;
      case 'usage':
        this.#usage = part.usage;
        break;
      case 'error':
        this.#failure = part.failure;
        break;
      case 'end':
        this.#isOver = true;
        break;
      default:
    }
  }
}
