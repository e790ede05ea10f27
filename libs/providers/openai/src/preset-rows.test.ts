import { makeUpstreamTarget } from '@tollgate/testing';
import { findQuirks, providerRows } from '@tollgate/provider-table';
import { forwardRequest } from './forward-request';

const body = {
  model: 'acme/m',
  stream: true,
  max_completion_tokens: 50,
  reasoning: { effort: 'low' },
  messages: [
    { role: 'developer', content: 'Be brief' },
    { role: 'assistant', content: 'Yes', reasoning_content: 'Hm' },
    { role: 'user', content: 'Why?' },
  ],
  tools: [{ type: 'function', function: { name: 'f', strict: true } }],
};

interface Sent {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: readonly { readonly function: object }[];
}

/** How a request of OpenAI's form reaches a provider, in words. */
function describeSent(id: string, fields: object = {}): string {
  const row = providerRows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`there is no row ${id}`);
  const { baseUrl, slug } = row;
  const quirks = findQuirks(slug, baseUrl);
  // Other families get no role developer, whatever the provider.
  const target = makeUpstreamTarget({ baseUrl, quirks, family: 'openai' });
  const given = { ...body, ...fields };
  const input = { body: given, isStreaming: true, clientHeaders: {} };
  const sent = JSON.parse(
    forwardRequest({ ...input, bodyText: JSON.stringify(given), target }).body,
  ) as Sent & object;
  const [first = {}, assistant = {}] = sent.messages;
  const named = ['max_completion_tokens', 'max_tokens', 'stream_options', 'reasoning'];
  return [
    ...[...named, 'reasoning_effort'].filter((name) => name in sent),
    String(first['role']),
    ...Object.keys(assistant).filter((name) => name.startsWith('reasoning')),
    'strict' in (sent.tools[0]?.function ?? {}) ? 'strict' : 'loose',
  ].join(' ');
}

const plain = 'max_completion_tokens stream_options reasoning developer reasoning_content strict';

/** Kept by hand and not derived from the table: a change there must be meant here as well. */
const others: Readonly<Record<string, string>> = {
  mistral: 'max_tokens reasoning system strict',
  xai: 'max_completion_tokens stream_options reasoning system reasoning_content loose',
  deepseek: 'max_completion_tokens stream_options reasoning system reasoning_content strict',
  moonshot: 'max_tokens stream_options reasoning developer reasoning_content strict',
  groq: 'max_completion_tokens stream_options reasoning developer strict',
  fireworks: 'max_tokens stream_options reasoning developer reasoning_content strict',
  deepinfra: 'max_tokens stream_options reasoning developer reasoning_content strict',
  cerebras: 'max_completion_tokens stream_options reasoning_effort system reasoning strict',
  sambanova: 'max_tokens stream_options reasoning developer reasoning_content strict',
  nvidia: 'max_tokens stream_options reasoning developer reasoning_content loose',
  nebius: 'max_tokens stream_options reasoning developer reasoning_content strict',
  novita: 'max_tokens stream_options reasoning developer reasoning_content strict',
  hyperbolic: 'max_tokens stream_options reasoning developer reasoning_content strict',
  ollama: 'max_tokens stream_options reasoning developer reasoning strict',
  lmstudio: 'max_tokens stream_options reasoning developer reasoning_content strict',
  llamacpp: 'max_tokens stream_options reasoning developer reasoning_content strict',
  tgi: 'max_tokens stream_options reasoning developer reasoning_content strict',
};
const ids = providerRows.filter(({ protocol }) => protocol === 'openai').map(({ id }) => id);

describe('a request to a provider of the table', () => {
  it.each(ids)('%s has the fields that this provider accepts', (id) => {
    expect(describeSent(id)).toBe(others[id] ?? plain);
  });

  it('is known for every provider that differs', () => {
    expect(Object.keys(others).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([
    ['mistral', 4],
    ['tgi', 4],
    ['deepseek', 16],
  ])('%s has at most %d stop sequences', (id, most) => {
    const stop = (count: number) => ({ stop: Array.from({ length: count }, String) });
    expect(() => describeSent(id, stop(most))).not.toThrow();
    expect(() => describeSent(id, stop(most + 1))).toThrow(`at most ${most} sequences`);
  });
});
