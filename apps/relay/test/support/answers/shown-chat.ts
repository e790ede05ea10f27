import type { WireFrame } from '@tollgate/testing';
import type { Fields } from '@tollgate/model-kit';
import { joinParts, type Shown } from './shown';

interface Message {
  content: string | null;
  reasoning?: string;
  reasoning_details?: Fields[];
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details: {
    readonly cached_tokens: number;
    readonly cache_write_tokens?: number;
  };
  readonly completion_tokens_details: { readonly reasoning_tokens: number };
  readonly cost: number;
}

export function readChat(body: Fields): Shown {
  const [choice] = body['choices'] as readonly { message: Message; finish_reason: string }[];
  const usage = body['usage'] as Usage;
  const {
    content,
    reasoning,
    reasoning_details: details,
    tool_calls: calls,
  } = choice?.message ?? { content: null };
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWritten = 0 } =
    usage.prompt_tokens_details;
  return {
    parts: joinParts([
      { is: 'thought', text: reasoning ?? '' },
      { is: 'text', text: content ?? '' },
      ...(calls ?? []).map(({ function: { arguments: text, name }, id }) => {
        return { is: 'call', id, name, args: JSON.stringify(JSON.parse(text)) } as const;
      }),
    ]),
    signatures: (details ?? []).flatMap(({ data, signature }) => {
      const found = signature ?? data;
      return typeof found === 'string' ? [found] : [];
    }),
    finish: choice?.finish_reason ?? '',
    counts: {
      input: usage.prompt_tokens - cacheRead - cacheWritten,
      cacheRead,
      cacheWritten,
      output: usage.completion_tokens,
      reasoning: usage.completion_tokens_details.reasoning_tokens,
    },
    cost: usage.cost,
  };
}

type Chunk = Fields & {
  readonly choices: readonly {
    readonly delta: Partial<Omit<Message, 'tool_calls'>> & {
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
};

/** Puts a stream together as clients do: pieces of thoughts stay side by side. */
export function gatherChat(frames: readonly WireFrame[]): Fields {
  const chunks = frames.slice(0, -1).map(({ data }) => data as Chunk);
  expect(frames.at(-1)?.data).toBe('[DONE]');
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
  expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual(chunks.slice(-1));
  const message: Message = { content: null };
  for (const { choices } of chunks) addDelta(message, choices[0]?.delta ?? {});
  const last = chunks.at(-1);
  const finish_reason = last?.choices[0]?.finish_reason;
  return { ...last, choices: [{ index: 0, message, finish_reason }] };
}

function addDelta(message: Message, delta: Chunk['choices'][number]['delta']): void {
  if (delta.content) message.content = (message.content ?? '') + delta.content;
  if (delta.reasoning) message.reasoning = (message.reasoning ?? '') + delta.reasoning;
  // Some who speak Chat themselves have this name for it.
  const own = (delta as Fields)['reasoning_content'];
  if (delta.reasoning === undefined && typeof own === 'string') {
    message.reasoning = (message.reasoning ?? '') + own;
  }
  if (delta.reasoning_details) (message.reasoning_details ??= []).push(...delta.reasoning_details);
  for (const { function: called, id, index } of delta.tool_calls ?? []) {
    const calls = (message.tool_calls ??= []);
    const call = (calls[index] ??= {
      id: '',
      type: 'function',
      function: { name: '', arguments: '' },
    });
    call.id ||= id ?? '';
    call.function.name ||= called.name ?? '';
    call.function.arguments += called.arguments ?? '';
  }
}
