import type { WireFrame } from '@tollgate/testing';
import type { Fields } from '@tollgate/model-kit';
import { joinParts, type Shown, type ShownPart } from './shown';

interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly tollgate_cost: number;
}

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

export function readMessages(body: Fields): Shown {
  const content = body['content'] as readonly Record<string, string>[];
  const usage = body['usage'] as Usage;
  return {
    parts: joinParts(content.flatMap(readBlock)),
    signatures: content.flatMap(({ data, signature }) => {
      const found = signature ?? data ?? 'tollgate1.';
      return found.startsWith('tollgate1.') ? [] : [found];
    }),
    finish: finishes[String(body['stop_reason'])] ?? '',
    counts: {
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWritten: usage.cache_creation_input_tokens,
      output: usage.output_tokens,
    },
    cost: usage.tollgate_cost,
  };
}

function readBlock(block: Fields): readonly ShownPart[] {
  const { id, input, name, signature, text, thinking, type } = block as Record<string, string>;
  switch (type) {
    case 'text':
      return [{ is: 'text', text: text ?? '' }];
    case 'thinking':
      expect(signature).not.toBe('');
      // An empty thought is shown only when its maker signed it.
      if (signature?.startsWith('tollgate1.')) expect(thinking).not.toBe('');
      return [{ is: 'thought', text: thinking ?? '' }];
    case 'redacted_thinking':
      return [];
    default:
      expect(type).toBe('tool_use');
      return [{ is: 'call', id: id ?? '', name: name ?? '', args: JSON.stringify(input) }];
  }
}

type Block = Record<string, unknown>;

interface Event extends Fields {
  readonly type: string;
  readonly message?: Fields;
  readonly delta?: Fields;
}

const deltaFields: Readonly<Record<string, readonly [type: string, field: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  signature_delta: ['thinking', 'signature'],
  input_json_delta: ['tool_use', 'partial_json'],
};

/** Puts a stream together, and is as strict about its blocks as the SDK is. */
export function gatherMessages(frames: readonly WireFrame[]): Fields {
  const events = frames
    .map(({ data, name }) => {
      expect((data as Fields)['type']).toBe(name);
      return data as Event;
    })
    .filter(({ type }) => type !== 'ping');
  const [start, ...inner] = events;
  const [delta, stop] = inner.splice(-2);
  expect([start?.type, delta?.type, stop?.type]).toEqual([
    'message_start',
    'message_delta',
    'message_stop',
  ]);
  const message = start?.message;
  expect(message?.['usage']).toMatchObject({ input_tokens: expect.any(Number) });
  return {
    ...message,
    content: gatherBlocks(inner),
    ...delta?.delta,
    usage: delta?.['usage'],
  };
}

function gatherBlocks(events: readonly Event[]): readonly Block[] {
  const blocks: Block[] = [];
  let open: (Block & { json: string }) | undefined;
  for (const { content_block, delta, index, type } of events) {
    if (type === 'content_block_start') {
      expect(open).toBeUndefined();
      expect(index).toBe(blocks.length);
      open = { ...(content_block as Block), json: '' };
    } else if (type === 'content_block_delta' && open !== undefined) {
      expect(index).toBe(blocks.length);
      addDelta(open, delta as Block);
    } else if (type === 'content_block_stop' && open !== undefined) {
      const { json, ...block } = open;
      blocks.push(json === '' ? block : { ...block, input: JSON.parse(json) as unknown });
      open = undefined;
    } else {
      throw new Error(`an event out of place: ${String(type)}`);
    }
  }
  expect(open).toBeUndefined();
  return blocks;
}

function addDelta(open: Block & { json: string }, delta: Block): void {
  const [type, field = ''] = deltaFields[String(delta['type'])] ?? [];
  expect(open['type']).toBe(type);
  if (field === 'partial_json') open.json += String(delta[field]);
  else open[field] = `${open[field]}${delta[field]}`;
}
