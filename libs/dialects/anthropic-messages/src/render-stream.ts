import { BlockSequencer, formatEvent, type Block, type BlockEvent } from '@tollgate/model-kit';
import type { AppError } from '@tollgate/errors';
import type {
  AnswerFace,
  FinishReason,
  RenderInput,
  SettledUsage,
  StreamPart,
  StreamRenderer,
  TextRequest,
} from '@tollgate/model-spec';
import { formatMessageId, type WireBlock, type WireDelta, type WireEvent } from './wire';
import { renderFailure } from './render-error';
import { renderDeltaUsage } from './render-usage';
import {
  dropForeignSeal,
  writeCitation,
  writeImageText,
  writeSignature,
  writeStopReason,
} from './write-blocks';

export const pingFrame = formatEvent('ping', '{"type":"ping"}');

/** Makes the events of a message from a translated stream. */
export class MessageRenderer implements StreamRenderer {
  readonly #face: AnswerFace;
  readonly #request: TextRequest;
  readonly #sequencer = new BlockSequencer();
  #hasBegun = false;
  #blocks = 0;
  #promptTokens: number | undefined;
  #finishReason: FinishReason | undefined;
  #stopSequence: string | undefined;

  constructor({ face, request }: RenderInput) {
    this.#face = face;
    this.#request = request;
  }

  push(part: StreamPart): string {
    if (part.type === 'prompt-tokens') this.#promptTokens ??= part.promptTokens;
    if (part.type === 'finish') {
      this.#finishReason = part.finishReason;
      this.#stopSequence = part.stopSequence;
    }
    const shown = dropForeignSeal(part);
    return shown === undefined ? '' : this.#write(this.#sequencer.push(shown));
  }

  finish(settled: SettledUsage): string {
    const last = this.#begin() + this.#write(this.#sequencer.close());
    return (
      last +
      (this.#blocks === 0 ? this.#writeEmpty() : '') +
      format({
        type: 'message_delta',
        delta: writeStopReason(this.#finishReason, this.#stopSequence),
        usage: renderDeltaUsage(settled),
      }) +
      format({ type: 'message_stop' })
    );
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#face);
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    // Clients take zero as "no prompt".
    const promptTokens = this.#promptTokens ?? this.#request.estimatePromptTokens();
    const start: WireEvent = {
      type: 'message_start',
      message: {
        id: formatMessageId(this.#face),
        type: 'message',
        role: 'assistant',
        model: this.#face.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: Math.max(1, promptTokens),
          output_tokens: 1,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 0,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        },
      },
    };
    return format(start) + pingFrame;
  }

  #write(events: readonly BlockEvent[]): string {
    if (events.length === 0) return '';
    let frames = this.#begin();
    for (const event of events) frames += this.#writeEvent(event);
    return frames;
  }

  #writeEvent(event: BlockEvent): string {
    switch (event.type) {
      case 'open':
        return this.#open(event.block);
      case 'delta':
        return this.#delta(makeDelta(event.block, event.text));
      case 'annotation':
        return this.#delta({
          type: 'citations_delta',
          citation: writeCitation(event.annotation),
        });
      case 'close':
        return this.#close(event.block);
    }
  }

  #open(block: Block): string {
    this.#blocks++;
    const index = this.#blocks - 1;
    const start = format({ type: 'content_block_start', index, content_block: makeStart(block) });
    if (block.kind !== 'image') return start;
    return start + this.#delta({ type: 'text_delta', text: writeImageText(block.text) });
  }

  #delta(delta: WireDelta): string {
    return format({ type: 'content_block_delta', index: this.#blocks - 1, delta });
  }

  #close(block: Block): string {
    const stop = format({ type: 'content_block_stop', index: this.#blocks - 1 });
    if (block.kind !== 'reasoning') return stop;
    const signature = writeSignature(block.format, block.signature, this.#face.model);
    return this.#delta({ type: 'signature_delta', signature }) + stop;
  }

  /** Clients fail on a message without content. */
  #writeEmpty(): string {
    const block: Block = { kind: 'text', text: '', annotations: [] };
    return this.#open(block) + this.#close(block);
  }
}

function format(event: WireEvent): string {
  return formatEvent(event.type, JSON.stringify(event));
}

function makeStart(block: Block): WireBlock {
  switch (block.kind) {
    case 'text':
    case 'refusal':
    case 'image':
      return { type: 'text', text: '' };
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted-reasoning':
      return { type: 'redacted_thinking', data: block.text };
    case 'tool-call':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
  }
}

/** Its type always matches its block. */
function makeDelta(block: Block, text: string): WireDelta {
  switch (block.kind) {
    case 'reasoning':
      return { type: 'thinking_delta', thinking: text };
    case 'tool-call':
      return { type: 'input_json_delta', partial_json: text };
    default:
      return { type: 'text_delta', text };
  }
}
