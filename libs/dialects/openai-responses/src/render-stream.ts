import { BlockSequencer, formatEvent, type Block, type BlockEvent } from '@tollgate/model-kit';
import type { AppError } from '@tollgate/errors';
import type {
  FinishReason,
  RenderInput,
  SettledUsage,
  StreamPart,
  StreamRenderer,
} from '@tollgate/model-spec';
import { readToolFaces } from './read-tools';
import { renderFailedState, renderFailure } from './render-error';
import { hidesReasoning } from './render-response';
import { renderUsage } from './render-usage';
import type { ItemStatus, WireEvent, WireItem, WireState } from './wire';
import { addAnnotation, addDelta, closeItem, openItem, type OpenItem } from './write-events';
import { makeItemId, makeSignatureBlock, writeItem, type ToolFaces } from './write-items';
import { readEnd, ResponseWriter } from './write-response';

const begun: WireState = {
  status: 'in_progress',
  completed_at: null,
  error: null,
  incomplete_details: null,
  output: [],
  usage: null,
};

/** Makes the events of a translated stream: items strictly one after the other. */
export class ResponsesRenderer implements StreamRenderer {
  readonly #writer: ResponseWriter;
  readonly #faces: ToolFaces;
  readonly #isHiding: boolean;
  readonly #sequencer = new BlockSequencer();
  readonly #items: WireItem[] = [];
  #open: OpenItem | undefined;
  #sequenceNumber = 0;
  #hasBegun = false;
  #finishReason: FinishReason | undefined;

  constructor(input: RenderInput) {
    this.#writer = new ResponseWriter(input);
    this.#faces = readToolFaces(input.request.body);
    this.#isHiding = hidesReasoning(input.request.body);
  }

  push(part: StreamPart): string {
    if (part.type === 'finish') this.#finishReason = part.finishReason;
    if (this.#isHiding && isThought(part)) return '';
    const events = this.#sequencer.push(part);
    return events.length === 0 ? '' : this.#begin() + this.#renderBlocks(events, 'completed');
  }

  finish(settled: SettledUsage): string {
    const end = readEnd(this.#finishReason);
    // Items that are open when the answer ends early are incomplete.
    const frames = this.#begin() + this.#renderBlocks(this.#sequencer.close(), end.status);
    const state = {
      ...begun,
      ...end,
      completed_at: end.status === 'completed' ? Math.floor(Date.now() / 1_000) : null,
      output: this.#items,
      usage: renderUsage(settled),
    };
    return frames + this.#frameState(`response.${end.status}`, state);
  }

  fail(error: AppError): string {
    if (!this.#hasBegun) return renderFailure(error);
    const state = { ...begun, ...renderFailedState(error), output: this.#listOutput() };
    return this.#frameState('response.failed', state);
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return (
      this.#frameState('response.created', begun) + this.#frameState('response.in_progress', begun)
    );
  }

  #renderBlocks(events: readonly BlockEvent[], statusAtEnd: ItemStatus): string {
    let frames = '';
    events.forEach((event, index) => {
      const isLast = index === events.length - 1;
      frames += this.#renderBlock(event, isLast ? statusAtEnd : 'completed');
    });
    return frames;
  }

  #renderBlock(event: BlockEvent, statusAtEnd: ItemStatus): string {
    if (event.type === 'open') return this.#openBlock(event.block);
    const item = this.#open;
    if (item === undefined) return '';
    if (event.type === 'delta') return this.#frameAll(addDelta(item, event.text, this.#faces));
    if (event.type === 'annotation') return this.#frameAll(addAnnotation(item, event.annotation));
    return this.#closeBlock(item, statusAtEnd);
  }

  #openBlock(block: Block): string {
    const signature = block.kind === 'tool-call' ? makeSignatureBlock(block) : undefined;
    const frames =
      signature === undefined
        ? ''
        : this.#openBlock(signature) + this.#closeBlock(this.#open, 'completed');
    this.#open = {
      block,
      id: makeItemId(block, this.#faces),
      outputIndex: this.#items.length,
      hasSummary: false,
      annotations: 0,
    };
    return frames + this.#frameAll(openItem(this.#open, this.#faces));
  }

  #closeBlock(item: OpenItem | undefined, status: ItemStatus): string {
    if (item === undefined) return '';
    this.#open = undefined;
    const { events, wire } = closeItem(item, status, this.#faces);
    this.#items.push(wire);
    return this.#frameAll(events);
  }

  /** The output of a failed response so far. */
  #listOutput(): readonly WireItem[] {
    const item = this.#open;
    if (item === undefined) return this.#items;
    const status = 'incomplete';
    return [...this.#items, writeItem(item.block, { id: item.id, status, faces: this.#faces })];
  }

  #frameAll(events: readonly WireEvent[]): string {
    let frames = '';
    for (const { type, ...fields } of events) {
      const event = { type, sequence_number: this.#sequenceNumber++, ...fields };
      frames += formatEvent(type, JSON.stringify(event));
    }
    return frames;
  }

  #frameState(type: string, state: WireState): string {
    const number = this.#sequenceNumber++;
    const response = this.#writer.write(state);
    return formatEvent(
      type,
      `{"type":"${type}","sequence_number":${number},"response":${response}}`,
    );
  }
}

function isThought({ type }: StreamPart): boolean {
  return type === 'reasoning-delta' || type === 'reasoning-end' || type === 'redacted-reasoning';
}
