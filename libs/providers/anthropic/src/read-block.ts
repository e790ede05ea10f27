import type { StreamPart } from '@tollgate/model-spec';
import { asText, asWire, isFields, type Wire } from '@tollgate/model-kit';
import { readAnnotation, readCallId } from './read-content';
import type {
  CitationsDelta,
  InputJSONDelta,
  RawContentBlockDelta,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RedactedThinkingBlock,
  SignatureDelta,
  TextBlock,
  TextDelta,
  ThinkingBlock,
  ThinkingDelta,
  ToolUseBlock,
} from './wire';

const nothing: readonly StreamPart[] = [];
const format = 'anthropic';

type OpenBlock = 'text' | 'thinking' | 'tool' | 'json' | 'other';

/** Blocks come strictly one after the other: only the open one must be remembered. */
export class BlockReader {
  hasCall = false;
  hasJson = false;
  readonly #jsonTool: string | undefined;
  #open: OpenBlock = 'other';
  #callIndex = -1;
  /** Whether a piece of the input came; if not, `#wholeInput` or `{}` is used. */
  #hasInput = false;
  #wholeInput: string | undefined;
  #signature = '';

  constructor(jsonTool: string | undefined) {
    this.#jsonTool = jsonTool;
  }

  open(event: Wire<RawContentBlockStartEvent>): readonly StreamPart[] {
    const block = asWire<{ type: string }>(event.content_block);
    switch (block.type) {
      case 'text':
        this.#open = 'text';
        return makeText(asWire<TextBlock>(block).text);
      case 'thinking':
        this.#open = 'thinking';
        this.#signature = asText(asWire<ThinkingBlock>(block).signature) ?? '';
        return makeThinking(asWire<ThinkingBlock>(block).thinking);
      case 'redacted_thinking': {
        this.#open = 'other';
        const data = asText(asWire<RedactedThinkingBlock>(block).data) ?? '';
        return [{ type: 'redacted-reasoning', format, data }];
      }
      case 'tool_use':
        return this.#openCall(asWire<ToolUseBlock>(block));
      default:
        this.#open = 'other';
        return nothing;
    }
  }

  add(event: Wire<RawContentBlockDeltaEvent>): readonly StreamPart[] {
    const { delta } = event;
    switch (asWire<RawContentBlockDelta>(delta).type) {
      case 'text_delta':
        return makeText(asWire<TextDelta>(delta).text);
      case 'input_json_delta':
        return this.#addInput(asText(asWire<InputJSONDelta>(delta).partial_json) ?? '');
      case 'thinking_delta':
        return makeThinking(asWire<ThinkingDelta>(delta).thinking);
      case 'signature_delta':
        this.#signature += asText(asWire<SignatureDelta>(delta).signature) ?? '';
        return nothing;
      case 'citations_delta':
        return readAnnotation(asWire<CitationsDelta>(delta).citation).map((annotation) => ({
          type: 'annotation',
          annotation,
        }));
      default:
        return nothing;
    }
  }

  close(): readonly StreamPart[] {
    const open = this.#open;
    this.#open = 'other';
    if (open === 'thinking') {
      const signature = this.#signature === '' ? {} : { signature: this.#signature };
      return [{ type: 'reasoning-end', format, ...signature }];
    }
    if (open !== 'tool' && open !== 'json') return nothing;
    const rest = this.#hasInput ? nothing : this.#makeInput(open, this.#wholeInput ?? '{}');
    return open === 'json' ? rest : [...rest, { type: 'tool-call-end', index: this.#callIndex }];
  }

  #openCall(block: Wire<ToolUseBlock>): readonly StreamPart[] {
    const name = asText(block.name) ?? '';
    this.#hasInput = false;
    // Some hosts of the protocol send the whole input here and no deltas later.
    const { input } = block;
    this.#wholeInput =
      isFields(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : undefined;
    if (name === this.#jsonTool) {
      this.#open = 'json';
      this.hasJson = true;
      return nothing;
    }
    this.#open = 'tool';
    this.hasCall = true;
    this.#callIndex++;
    return [{ type: 'tool-call-start', index: this.#callIndex, id: readCallId(block), name }];
  }

  #addInput(json: string): readonly StreamPart[] {
    const open = this.#open;
    // Input of a tool that the provider runs itself is not the client's business.
    if (json === '' || (open !== 'tool' && open !== 'json')) return nothing;
    this.#hasInput = true;
    return this.#makeInput(open, json);
  }

  #makeInput(open: 'tool' | 'json', json: string): readonly StreamPart[] {
    if (open === 'json') return [{ type: 'text-delta', text: json }];
    return [{ type: 'tool-call-delta', index: this.#callIndex, arguments: json }];
  }
}

function makeText(text: unknown): readonly StreamPart[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text-delta', text }] : nothing;
}

function makeThinking(text: unknown): readonly StreamPart[] {
  if (typeof text !== 'string' || text === '') return nothing;
  return [{ type: 'reasoning-delta', text, format }];
}
