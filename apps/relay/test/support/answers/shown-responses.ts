import type { WireFrame } from '@tollgate/testing';
import { openSignature, type Fields } from '@tollgate/model-kit';
import { joinParts, type Shown, type ShownPart } from './shown';

interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly input_tokens_details: {
    readonly cached_tokens: number;
    readonly cache_write_tokens: number;
  };
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly cost: number;
}

type Item = Fields & {
  readonly id: string;
  readonly type: string;
  readonly content?: readonly { readonly text: string }[];
  readonly summary?: readonly { readonly text: string }[];
  readonly encrypted_content?: string | null;
};

export function readResponse(body: Fields): Shown {
  const output = body['output'] as readonly Item[];
  const usage = body['usage'] as Usage;
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWritten } = usage.input_tokens_details;
  return {
    parts: joinParts(output.flatMap(readItem)),
    signatures: output.flatMap(({ encrypted_content: sealed }) =>
      sealed == null ? [] : [openSignature(sealed).signature],
    ),
    finish: readFinish(body, output),
    counts: {
      input: usage.input_tokens - cacheRead - cacheWritten,
      cacheRead,
      cacheWritten,
      output: usage.output_tokens,
      reasoning: usage.output_tokens_details.reasoning_tokens,
    },
    cost: usage.cost,
  };
}

function readFinish({ incomplete_details, status }: Fields, output: readonly Item[]): string {
  if (status === 'completed') {
    return output.some(({ type }) => type === 'function_call') ? 'tool_calls' : 'stop';
  }
  expect(status).toBe('incomplete');
  const { reason } = incomplete_details as { reason: string };
  return reason === 'max_output_tokens' ? 'length' : reason;
}

function readItem(item: Item): readonly ShownPart[] {
  expect(item.id).toEqual(expect.any(String));
  switch (item.type) {
    case 'message':
      return (item.content ?? []).map(({ text }) => ({ is: 'text', text }) as const);
    case 'reasoning':
      return (item.summary ?? []).map(({ text }) => ({ is: 'thought', text }) as const);
    default: {
      expect(item.type).toBe('function_call');
      const { arguments: text, call_id: id, name } = item as unknown as Record<string, string>;
      const args = JSON.stringify(JSON.parse(text ?? ''));
      return [{ is: 'call', id: id ?? '', name: name ?? '', args }];
    }
  }
}

interface Event extends Fields {
  readonly type: string;
  readonly sequence_number: number;
}

/** Which field of an item the pieces of an event belong to. */
const deltas: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'text',
  'response.reasoning_summary_text.delta': 'thought',
  'response.function_call_arguments.delta': 'arguments',
};

/** Takes a stream as strictly as the SDKs do: one open item, whose pieces are its whole. */
export function gatherResponse(frames: readonly WireFrame[]): Fields {
  const events = frames.map(({ data, name }) => {
    expect((data as Event).type).toBe(name);
    return data as Event;
  });
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
  const [created, begun, ...inner] = events;
  const end = inner.pop();
  expect([created?.type, begun?.type]).toEqual(['response.created', 'response.in_progress']);
  const response = end?.['response'] as Fields & { readonly output: readonly Item[] };
  expect(end?.type).toBe(`response.${String(response['status'])}`);
  expect(gatherItems(inner)).toEqual(response.output);
  return response;
}

function gatherItems(events: readonly Event[]): readonly Item[] {
  const items: Item[] = [];
  let open: Item | undefined;
  let pieces = '';
  for (const event of events) {
    expect(event['output_index']).toBe(items.length);
    if (event.type === 'response.output_item.added') {
      expect(open).toBeUndefined();
      open = event['item'] as Item;
      pieces = '';
    } else if (event.type === 'response.output_item.done') {
      const item = event['item'] as Item;
      expect([item.id, item.type]).toEqual([open?.id, open?.type]);
      expect(pieces).toBe(readWhole(item));
      items.push(item);
      open = undefined;
    } else {
      expect(event['item_id']).toBe(open?.id);
      if (event.type in deltas) pieces += String(event['delta']);
    }
  }
  expect(open).toBeUndefined();
  return items;
}

function readWhole(item: Item): string {
  const texts = item.content ?? item.summary;
  return texts === undefined ? String(item['arguments']) : texts.map(({ text }) => text).join('');
}
