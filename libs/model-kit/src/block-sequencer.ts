import {
  BadUpstreamEventError,
  type Annotation,
  type ReasoningFormat,
  type StreamPart,
} from '@tollgate/model-spec';
import { JsonProgress } from './json-progress';

/** One block of an answer as it is opened; `text` grows until it is closed. */
export type Block =
  | { readonly kind: 'text'; text: string; readonly annotations: Annotation[] }
  | { readonly kind: 'refusal'; text: string }
  | {
      readonly kind: 'reasoning';
      text: string;
      readonly format: ReasoningFormat;
      signature: string | undefined;
      id: string | undefined;
    }
  | { readonly kind: 'redacted-reasoning'; text: string; readonly format: ReasoningFormat }
  | {
      readonly kind: 'tool-call';
      /** The arguments. */
      text: string;
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly thoughtSignature: string | undefined;
    }
  | { readonly kind: 'image'; text: string };

export type BlockEvent =
  | { readonly type: 'open'; readonly block: Block }
  | { readonly type: 'delta'; readonly block: Block; readonly text: string }
  | { readonly type: 'annotation'; readonly block: Block; readonly annotation: Annotation }
  | { readonly type: 'close'; readonly block: Block };

/** Parts that may wait for a call that is not through. */
const waitingPartsMax = 100_000;

type ToolBlock = Extract<Block, { kind: 'tool-call' }>;

/**
 * Puts the parts of a stream into strictly sequential blocks: one is open at a time and is closed
 * before the next one opens. A call of a tool stays open until its JSON is complete; what belongs
 * to others waits meanwhile, so that nothing comes too late for a closed block.
 */
export class BlockSequencer {
  #open: Block | undefined;
  #progress = new JsonProgress();
  readonly #endedCalls = new Set<number>();
  #waiting: StreamPart[] = [];

  /** Parts outside blocks (usage, finish, …) produce nothing. */
  push(part: StreamPart): BlockEvent[] {
    return this.#waiting.length > 0 || !this.#fitsNow(part) ? this.#wait(part) : this.#take(part);
  }

  /** No more parts follow: waiting parts are sent, and the open block is closed. */
  close(): BlockEvent[] {
    const events: BlockEvent[] = [];
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const open = this.#open;
      // The call that the others waited for is sent first.
      const isOwn = (part: StreamPart): boolean =>
        open?.kind === 'tool-call' && 'index' in part && part.index === open.index;
      for (const part of waiting.filter(isOwn)) events.push(...this.#take(part));
      events.push(...this.#close());
      const rest = waiting.filter((part) => !isOwn(part));
      for (const part of rest) events.push(...this.push(part));
    }
    return [...events, ...this.#close()];
  }

  #fitsNow(part: StreamPart): boolean {
    const open = this.#open;
    if (open?.kind !== 'tool-call' || this.#isCallThrough(open)) return true;
    return 'index' in part && part.index === open.index;
  }

  #isCallThrough(open: ToolBlock): boolean {
    return this.#progress.isComplete || this.#endedCalls.has(open.index);
  }

  #wait(part: StreamPart): BlockEvent[] {
    const open = this.#open;
    const isForOpen = open?.kind === 'tool-call' && 'index' in part && part.index === open.index;
    if (!isForOpen) {
      if (this.#waiting.length >= waitingPartsMax) {
        throw new BadUpstreamEventError('a call of a tool never came to its end');
      }
      this.#waiting.push(part);
      return [];
    }
    const events = this.#take(part);
    return this.#isCallThrough(open) ? [...events, ...this.#releaseWaiting()] : events;
  }

  #releaseWaiting(): BlockEvent[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.flatMap((part) => this.push(part));
  }

  #take(part: StreamPart): BlockEvent[] {
    switch (part.type) {
      case 'text-delta':
        return this.#append('text', part.text, () => makeText());
      case 'refusal-delta':
        return this.#append('refusal', part.text, () => ({ kind: 'refusal', text: '' }));
      case 'reasoning-delta':
        return this.#append('reasoning', part.text, () => makeReasoning(part.format));
      case 'reasoning-end':
        return this.#endReasoning(part);
      case 'redacted-reasoning':
        return this.#whole({ kind: 'redacted-reasoning', text: part.data, format: part.format });
      case 'image':
        return this.#whole({ kind: 'image', text: part.url });
      case 'annotation':
        return this.#annotate(part.annotation);
      case 'tool-call-start':
        return this.#startCall(part);
      case 'tool-call-delta':
        return this.#appendCall(part.index, part.arguments);
      case 'tool-call-end':
        return this.#endCall(part.index);
      default:
        return [];
    }
  }

  #append(kind: Block['kind'], text: string, make: () => Block): BlockEvent[] {
    if (text === '') return [];
    const events = this.#open?.kind === kind ? [] : this.#begin(make());
    return [...events, ...this.#delta(text)];
  }

  #delta(text: string): BlockEvent[] {
    const block = this.#open;
    if (block === undefined) return [];
    block.text += text;
    return [{ type: 'delta', block, text }];
  }

  #begin(block: Block): BlockEvent[] {
    const events = this.#close();
    this.#open = block;
    return [...events, { type: 'open', block }];
  }

  #whole(block: Block): BlockEvent[] {
    return [...this.#begin(block), ...this.#close()];
  }

  #endReasoning(part: Extract<StreamPart, { type: 'reasoning-end' }>): BlockEvent[] {
    const { format, id, signature } = part;
    if (this.#open?.kind !== 'reasoning' && signature === undefined) return [];
    const events = this.#open?.kind === 'reasoning' ? [] : this.#begin(makeReasoning(format));
    if (this.#open?.kind === 'reasoning') {
      this.#open.signature = signature;
      this.#open.id = id;
    }
    return [...events, ...this.#close()];
  }

  /** Some providers send a citation before the text that it belongs to. */
  #annotate(annotation: Annotation): BlockEvent[] {
    const events = this.#open?.kind === 'text' ? [] : this.#begin(makeText());
    const block = this.#open;
    if (block?.kind !== 'text') return events;
    block.annotations.push(annotation);
    return [...events, { type: 'annotation', block, annotation }];
  }

  #startCall(part: Extract<StreamPart, { type: 'tool-call-start' }>): BlockEvent[] {
    const { id, index, name, thoughtSignature } = part;
    this.#progress = new JsonProgress();
    return this.#begin({ kind: 'tool-call', text: '', index, id, name, thoughtSignature });
  }

  /** What comes for a call that is closed can only be space behind its JSON. */
  #appendCall(index: number, text: string): BlockEvent[] {
    if (this.#open?.kind !== 'tool-call' || this.#open.index !== index || text === '') return [];
    this.#progress.push(text);
    return this.#delta(text);
  }

  #endCall(index: number): BlockEvent[] {
    this.#endedCalls.add(index);
    const isOpen = this.#open?.kind === 'tool-call' && this.#open.index === index;
    return isOpen ? this.#close() : [];
  }

  #close(): BlockEvent[] {
    const block = this.#open;
    if (block === undefined) return [];
    // Arguments always come out as parsable JSON.
    const events = block.kind === 'tool-call' && block.text === '' ? this.#delta('{}') : [];
    this.#open = undefined;
    return [...events, { type: 'close', block }];
  }
}

function makeText(): Block {
  return { kind: 'text', text: '', annotations: [] };
}

function makeReasoning(format: ReasoningFormat): Block {
  return { kind: 'reasoning', text: '', format, signature: undefined, id: undefined };
}
