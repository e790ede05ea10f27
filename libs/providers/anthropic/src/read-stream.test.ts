import type { StreamPart } from '@tollgate/model-spec';
import { createStreamReader } from './read-stream';

function read(events: readonly unknown[], jsonTool?: string): readonly StreamPart[] {
  const reader = createStreamReader(jsonTool);
  const parts = events.flatMap((event) =>
    reader.push({ name: undefined, data: JSON.stringify(event) }),
  );
  return [...parts, ...reader.end()];
}
const start = (usage: unknown) => ({ type: 'message_start', message: { usage } });
const delta = (stop_reason: string | null, usage?: unknown) => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const openCall = (input: unknown, name = 'f') => ({
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'tool_use', id: 't1', name, input },
});
const close = { type: 'content_block_stop', index: 0 };
const usageOf = (parts: readonly StreamPart[]) => parts.filter(({ type }) => type === 'usage');

describe('usage of a stream (16.7, 33)', () => {
  it('is that of the last message_delta over the input counts of message_start', () => {
    const parts = read([
      start({
        input_tokens: 5,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 10,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
        output_tokens: 1,
      }),
      delta(null, { output_tokens: 3 }),
      delta('end_turn', { input_tokens: null, output_tokens: 9 }),
      { type: 'message_stop' },
    ]);
    expect(usageOf(parts)).toMatchObject([
      {
        usage: {
          usage: { input: 5, cacheRead: 7, cacheWrite5m: 4, cacheWrite1h: 6, output: 9 },
        },
      },
    ]);
  });

  it('is given at the close when message_stop never came', () => {
    expect(usageOf(read([delta('end_turn', { input_tokens: 1, output_tokens: 2 })]))).toHaveLength(
      1,
    );
  });

  it('is not the count of message_start', () => {
    expect(usageOf(read([start({ input_tokens: 5, output_tokens: 1 })]))).toEqual([]);
    expect(usageOf(read([start({ input_tokens: 5 }), { type: 'message_stop' }]))).toEqual([]);
  });
});

describe('calls of tools in a stream', () => {
  it('correct a stop reason that does not mention them', () => {
    const parts = read([openCall({}), close, delta('end_turn')]);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool_calls' });
  });

  it('may come with their whole input at once', () => {
    expect(read([openCall({ a: 1 }), close])).toEqual([
      { type: 'tool-call-start', index: 0, id: 't1', name: 'f' },
      { type: 'tool-call-delta', index: 0, arguments: '{"a":1}' },
      { type: 'tool-call-end', index: 0 },
    ]);
  });

  it('get an id when they came without one', () => {
    const event = { ...openCall({}), content_block: { type: 'tool_use', name: 'f' } };
    const id = expect.stringMatching(/^call_[0-9A-Z]{26}$/) as string;
    expect(read([event])).toEqual([{ type: 'tool-call-start', index: 0, id, name: 'f' }]);
  });

  it('beside the tool that carries the answer are still calls', () => {
    const parts = read(
      [openCall({}, 'json_output'), close, openCall({}), close, delta('tool_use')],
      'json_output',
    );
    expect(parts[0]).toEqual({ type: 'text-delta', text: '{}' });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool_calls' });
  });
});

describe('other events of a stream', () => {
  it.each([
    ['overloaded_error', { kind: 'overloaded' }],
    ['api_error', { kind: 'overloaded' }],
    ['timeout_error', { kind: 'overloaded' }],
    ['an_error_of_tomorrow', { kind: 'overloaded' }],
    ['rate_limit_error', { kind: 'rate-limited', retryAfterSeconds: undefined }],
    ['authentication_error', { kind: 'auth' }],
    ['permission_error', { kind: 'auth' }],
    ['billing_error', { kind: 'auth' }],
    ['not_found_error', { kind: 'not-found' }],
    ['invalid_request_error', { kind: 'bad-request', message: 'no' }],
  ])('an error of type %s', (type, failure) => {
    expect(read([{ type: 'error', error: { type, message: 'no' } }])).toEqual([
      { type: 'error', failure },
    ]);
  });

  it('are empty for pings and unknown types', () => {
    expect(read([{ type: 'ping' }, { type: 'event_of_tomorrow' }])).toEqual([]);
  });

  it('are refused without a type', () => {
    expect(() => read([{ choices: [] }])).toThrow('without a type');
  });
});
