import { emptyUsage, type PassStreamInput, type SettledUsage } from '@tollgate/model-spec';
import { readFrames } from '@tollgate/testing';
import { anthropicMessages } from './dialect';
import { MessagePassStream } from './pass-stream';

const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
const request = anthropicMessages.parseRequest(JSON.stringify(body), body);
const face = { ulid: '01', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const settled: SettledUsage = {
  usage: { ...emptyUsage, input: 3, cacheWrite5m: 4, cacheWrite1h: 5, output: 2 },
  costNanos: 500_000_000n,
  upstream: undefined,
};

function makeInput(seen: unknown[] = []): PassStreamInput {
  const adapter: PassStreamInput['adapter'] = {
    mapUsage: (value) => {
      seen.push(value);
      return { kind: 'usage', usage: settled.usage };
    },
    readExtras: () => ({}),
    mapStopReason: () => 'length',
    mapError: (status, message) =>
      status === 529 ? { kind: 'overloaded' } : { kind: 'bad-request', message },
  };
  return { face, request, adapter };
}

const push = (stream: MessagePassStream, ...events: string[]): string =>
  events
    .map((data) => {
      const { type } = JSON.parse(data) as { type: string };
      return stream.push({ name: type, data });
    })
    .join('');
const start =
  '{"type":"message_start","message":{"id":"x","usage":{"input_tokens":12,"cache_read_input_tokens":5,"output_tokens":1}}}';

describe('a native message stream', () => {
  it('is charged by its last usage over the counts of its start', () => {
    const seen: unknown[] = [];
    const stream = new MessagePassStream(makeInput(seen));
    push(
      stream,
      start,
      '{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":30,"cache_read_input_tokens":null}}',
    );
    expect(seen).toEqual([{ input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 30 }]);
    expect(stream).toMatchObject({ finishReason: 'length', nativeFinishReason: 'max_tokens' });
    expect(stream.upstreamUsage).toEqual(seen[0]);
  });

  it('ends with the held event, its usage as it came and our cost in it', () => {
    const stream = new MessagePassStream(makeInput());
    push(
      stream,
      start,
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","x":1.0},"usage":{"output_tokens":30,"n":1.50}}',
    );
    expect(stream.finish(settled)).toBe(
      'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","x":1.0},' +
        '"usage":{"output_tokens":30,"n":1.50,"tollgate_cost":0.5}}\n\n' +
        'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });

  it('keeps the reason of the end when only usage follows', () => {
    const stream = new MessagePassStream(makeInput());
    push(
      stream,
      start,
      '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}',
      '{"type":"message_delta","delta":{},"usage":{"output_tokens":2}}',
    );
    expect(readFrames(stream.finish(settled))[0]?.data).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 2, tollgate_cost: 0.5 },
    });
  });

  it('has content with the first piece, or with a block that begins full', () => {
    const stream = new MessagePassStream(makeInput());
    push(stream, start, '{"type":"content_block_start","content_block":{"type":"thinking"}}');
    push(stream, '{"type":"content_block_delta","delta":{"type":"text_delta","text":""}}');
    expect(stream.hasContent).toBe(false);
    push(stream, '{"type":"content_block_start","content_block":{"type":"tool_use"}}');
    expect(stream.hasContent).toBe(true);
  });

  it('reports text, thinking and arguments to the counter', () => {
    let told = '';
    const stream = new MessagePassStream({ ...makeInput(), onText: (text) => (told += text) });
    push(
      stream,
      '{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"a"}}',
      '{"type":"content_block_delta","delta":{"type":"text_delta","text":"b"}}',
      '{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}}',
      '{"type":"content_block_delta","delta":{"type":"signature_delta","signature":"s"}}',
    );
    expect(told).toBe('ab{}');
  });

  it.each([
    ['overloaded_error', 'overloaded'],
    ['invalid_request_error', 'bad-request'],
  ])('reads the failure %s as %s', (type, kind) => {
    const stream = new MessagePassStream(makeInput());
    expect(push(stream, `{"type":"error","error":{"type":"${type}","message":"x"}}`)).toBe('');
    expect(stream.failure?.kind).toBe(kind);
  });
});

describe('a native message', () => {
  it('keeps the bytes of its usage, and gets the cost', () => {
    const text = '{"id":"x","model":"up","usage":{"input_tokens":3,"tier":"a","n":1.50}}';
    expect(anthropicMessages.passResponse(text, { face, request }, settled)).toBe(
      '{"id":"msg_01","model":"acme/chat-1","usage":{"input_tokens":3,"tier":"a","n":1.50,"tollgate_cost":0.5}}',
    );
  });

  it('gets a usage object when the upstream sent none', () => {
    const passed = anthropicMessages.passResponse('{"id":"x"}', { face, request }, settled);
    expect(JSON.parse(passed)).toMatchObject({
      usage: {
        input_tokens: 3,
        output_tokens: 2,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 9,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 5 },
        tollgate_cost: 0.5,
      },
    });
  });
});
