import { BadUpstreamEventError, type StreamPart } from '@tollgate/model-spec';
import { readResponse } from './read-response';
import { createStreamReader } from './read-stream';

function read(...events: (Record<string, unknown> | '[DONE]')[]): readonly StreamPart[] {
  const reader = createStreamReader();
  const parts = events.flatMap((event) => {
    const data = event === '[DONE]' ? event : JSON.stringify(event);
    return reader.push({ name: undefined, data });
  });
  return [...parts, ...reader.end()];
}
const item = (state: 'added' | 'done', index: number, value: Record<string, unknown>) => ({
  type: `response.output_item.${state}`,
  output_index: index,
  item: value,
});
const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' };
const image = { type: 'image_generation_call', id: 'ig_1', result: 'AA', output_format: 'webp' };

describe('a Responses stream', () => {
  it('reports calls, text, reasoning and images that come only as a whole', () => {
    const parts = read(
      item('done', 0, { type: 'reasoning', id: 'rs_1', summary: [{ text: 'hm' }] }),
      item('done', 1, {
        type: 'message',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'refusal', refusal: 'No.' },
        ],
      }),
      item('done', 2, call),
      item('done', 3, image),
    );
    expect(parts).toEqual([
      { type: 'reasoning-delta', text: 'hm', format: 'openai' },
      { type: 'reasoning-end', format: 'openai', id: 'rs_1' },
      { type: 'text-delta', text: 'a' },
      { type: 'refusal-delta', text: 'No.' },
      { type: 'tool-call-start', index: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', index: 0, arguments: '{"a":1}' },
      { type: 'tool-call-end', index: 0 },
      { type: 'image', url: 'data:image/webp;base64,AA' },
    ]);
  });

  it('reports open reasoning as a summary', () => {
    const parts = read(
      item('added', 0, { type: 'reasoning', id: 'rs_1', summary: [] }),
      { type: 'response.reasoning_text.delta', output_index: 0, delta: 'hm' },
      item('done', 0, { type: 'reasoning', id: 'rs_1', content: [{ text: 'hm' }] }),
    );
    expect(parts).toEqual([
      { type: 'reasoning-delta', text: 'hm', format: 'openai' },
      { type: 'reasoning-end', format: 'openai', id: 'rs_1' },
    ]);
  });

  it('drops reasoning that can neither be shown nor sent back', () => {
    expect(read(item('done', 0, { type: 'reasoning', id: 'rs_1', summary: [] }))).toEqual([]);
  });

  it('ends calls that were left open, and reports usage only when there is one', () => {
    const parts = read(
      item('added', 0, { ...call, arguments: '' }),
      { type: 'response.completed', response: { status: 'completed', usage: null } },
      '[DONE]',
    );
    expect(parts).toEqual([
      { type: 'tool-call-start', index: 0, id: 'c', name: 'f' },
      { type: 'tool-call-end', index: 0 },
      { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'completed' },
      { type: 'end' },
    ]);
  });

  it('that hit the token limit ends in length', () => {
    const response = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    };
    expect(read({ type: 'response.incomplete', response })).toEqual([
      { type: 'finish', finishReason: 'length', nativeFinishReason: 'max_output_tokens' },
      { type: 'end' },
    ]);
  });

  it.each([
    [{ type: 'error', code: 'server_error', message: 'x', param: null }, 'overloaded'],
    [{ type: 'error', error: { code: 'rate_limit_exceeded', message: 'x' } }, 'rate-limited'],
    [
      { type: 'response.failed', response: { error: { code: 'invalid_prompt', message: 'x' } } },
      'bad-request',
    ],
    [
      {
        type: 'response.failed',
        response: { error: { code: 'context_length_exceeded', message: 'x' } },
      },
      'context-too-long',
    ],
    [{ type: 'response.failed', response: { error: null } }, 'overloaded'],
  ])('that fails by %j is %s', (event, kind) => {
    expect(read(event)).toMatchObject([{ type: 'error', failure: { kind } }]);
  });

  it('is broken by arguments without a call and by events without a type', () => {
    const lost = { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{' };
    expect(() => read(lost)).toThrow(BadUpstreamEventError);
    expect(() => read({ choices: [] })).toThrow(BadUpstreamEventError);
  });

  it('may hold unknown events', () => {
    expect(read({ type: 'response.tomorrow' }, { type: 'constructor' })).toEqual([]);
  });
});

describe('a whole response', () => {
  it('gives a call without an id one, and drops items of hosted tools', () => {
    const output = [
      { type: 'web_search_call', id: 'ws_1' },
      { ...call, call_id: undefined },
      image,
    ];
    expect(readResponse({ status: 'completed', output }).parts).toEqual([
      {
        type: 'tool-call',
        id: expect.stringMatching(/^call_[0-9A-Z]{26}$/),
        name: 'f',
        arguments: '{"a":1}',
      },
      { type: 'image', url: 'data:image/webp;base64,AA' },
    ]);
  });
});
