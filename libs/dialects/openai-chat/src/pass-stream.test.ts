import { emptyUsage, type PassStreamInput, type SettledUsage } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';
import { passResponse } from './pass-response';
import { ChatPassStream } from './pass-stream';
import { renderUsage } from './render-usage';

const face = {
  ulid: '01J9',
  model: 'acme/chat-1',
  requestId: 'req_1',
  createdAtSeconds: 7,
};
const settled: SettledUsage = {
  usage: { ...emptyUsage, input: 3, output: 2 },
  costNanos: 500_000_000n,
  upstream: undefined,
};
const adapter: PassStreamInput['adapter'] = {
  mapUsage: () => ({ kind: 'usage', usage: settled.usage }),
  readExtras: () => ({}),
  mapStopReason: (word) => (word === 'error' ? 'error' : 'stop'),
  mapError: (status, message) =>
    status === 429
      ? { kind: 'rate-limited', retryAfterSeconds: undefined }
      : status >= 500
        ? { kind: 'overloaded' }
        : { kind: 'bad-request', message },
};

function makeInput(changes: Record<string, unknown> = {}): PassStreamInput {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...changes };
  return { face, adapter, request: parseRequest(JSON.stringify(body), body) };
}

const chunk = (choices: string): string =>
  `{"id":"chatcmpl-9","object":"chat.completion.chunk","created":7,"model":"up-1","choices":${choices}}`;
const passed = (choices: string): string =>
  `data: {"id":"gen-01J9","object":"chat.completion.chunk","created":7,"model":"acme/chat-1","choices":${choices}}\n\n`;
const push = (stream: ChatPassStream, choices: string): string =>
  stream.push({ name: undefined, data: chunk(choices) });

/** A stream after the first chunk of its choices. */
function begin(changes: Record<string, unknown> = {}): ChatPassStream {
  const stream = new ChatPassStream(makeInput(changes));
  const first = '"delta":{"role":"assistant","content":""}';
  push(stream, `[{"index":0,${first}},{"index":1,${first}}]`);
  return stream;
}

describe('a chat stream that passes', () => {
  it('is stripped of usage and the provider', () => {
    const data = chunk('[{"index":0,"delta":{"content":"Hi"}}]').replace(
      /}$/,
      ',"usage":null,"provider":"Acme"}',
    );
    expect(begin().push({ name: undefined, data })).toBe(
      passed('[{"index":0,"delta":{"content":"Hi"}}]'),
    );
  });

  it('passes sound as it came, and counts it by its length and its words', () => {
    const texts: string[] = [];
    const stream = new ChatPassStream({ ...makeInput(), onText: (text) => texts.push(text) });
    const first = '[{"index":0,"delta":{"role":"assistant","audio":{"id":"a","transcript":"Hi"}}}]';
    const sound = `[{"index":0,"delta":{"audio":{"data":"${'A'.repeat(64_000)}"}}}]`;
    expect(push(stream, first)).toBe(passed(first));
    expect(push(stream, sound)).toBe(passed(sound));
    expect(stream.hasContent).toBe(true);
    // A second of samples is about 20 tokens, and 3.2 characters are one.
    expect(texts.map(({ length }) => length)).toEqual([2, 64]);
  });

  it('passes an early finish of one choice while another continues', () => {
    const stream = begin();
    const finish = '[{"index":0,"delta":{},"finish_reason":"stop"}]';
    const more = '[{"index":1,"delta":{"content":"x"}}]';
    expect(push(stream, finish)).toBe('');
    expect(push(stream, more)).toBe(passed(finish) + passed(more));
    expect(stream.hasFinished).toBe(false);
  });

  it('gets object, created and the role of its first chunk where the provider leaves them out', () => {
    const stream = new ChatPassStream(makeInput());
    const say = (text: string): unknown => {
      const data = `{"id":"x","model":"up-1","choices":[{"index":0,"delta":{"content":"${text}"}}]}`;
      return JSON.parse(stream.push({ name: undefined, data }).slice('data: '.length));
    };
    const own = { object: 'chat.completion.chunk', created: 7 };
    expect(say('a')).toMatchObject({
      ...own,
      choices: [{ delta: { role: 'assistant', content: 'a' } }],
    });
    for (const text of ['b', 'c', 'd'])
      expect(say(text)).toMatchObject({ ...own, choices: [{ delta: { content: text } }] });
    expect(JSON.stringify(say('e'))).not.toContain('role');
  });

  it('does not count the role as content', () => {
    const stream = new ChatPassStream(makeInput());
    push(stream, '[{"index":0,"delta":{"role":"assistant","content":""}}]');
    expect(stream.hasContent).toBe(false);
  });

  it('passes a choice that ends in an error, then the end', () => {
    const stream = new ChatPassStream(makeInput());
    const broken =
      '[{"index":0,"delta":{},"finish_reason":"error","error":{"code":502,"message":"x"}}]';
    expect(push(stream, broken)).toBe('');
    expect(stream).toMatchObject({ finishReason: 'error', failure: undefined, hasFinished: true });
    const frames = stream.finish(settled);
    expect(frames).toContain('"error":{"code":502,"message":"x"}');
    expect(frames.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('ends in tool_calls when a tool was called, whatever the provider sends', () => {
    const stream = new ChatPassStream(makeInput());
    push(stream, '[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c"}]}}]');
    push(stream, '[{"index":0,"delta":{},"finish_reason":"stop","x":1.0}]');
    expect(stream.finishReason).toBe('tool_calls');
    expect(stream.finish(settled)).toContain(
      '"finish_reason":"tool_calls","x":1.0,"native_finish_reason":"stop"',
    );
  });

  it('ends in a finish reason of clients', () => {
    const stream = new ChatPassStream(makeInput());
    push(stream, '[{"index":0,"delta":{"content":"Hi"}}]');
    push(stream, '[{"index":0,"delta":{},"finish_reason":"eos"}]');
    const frames = stream.finish(settled);
    expect(frames).toContain('"finish_reason":"stop","native_finish_reason":"eos"');
  });

  it('never shows a key that a failure names, streamed or plain', () => {
    const error = '"finish_reason":"error","error":{"message":"bad key sk-live-1234567890"}';
    const stream = new ChatPassStream(makeInput());
    push(stream, `[{"index":0,"delta":{"content":"Hi"}}]`);
    push(stream, `[{"index":0,"delta":{},${error}}]`);
    expect(stream.finish(settled)).not.toContain('sk-live');
    const plain = `{"choices":[{"index":0,"message":{"content":"Hi"},${error}}]}`;
    expect(passResponse(plain, makeInput(), settled)).not.toContain('sk-live');
  });

  it('shows reasoning_content as reasoning too, and touches nothing else of the choice', () => {
    const given = '[{"index":0,"logprobs":{"p":-0.50},"delta":{"reasoning_content":"Hm"}}]';
    expect(push(begin(), given)).toBe(
      passed(
        '[{"index":0,"logprobs":{"p":-0.50},"delta":{"reasoning_content":"Hm","reasoning":"Hm"}}]',
      ),
    );
  });

  it('hides thinking from a caller who excluded it', () => {
    const stream = begin({ reasoning: { exclude: true } });
    const given =
      '[{"index":0,"delta":{"content":"a","reasoning":"Hm","reasoning_details":[{"x":1}]}}]';
    expect(push(stream, given)).toBe(passed('[{"index":0,"delta":{"content":"a"}}]'));
    expect(push(stream, '[{"index":0,"delta":{"reasoning_content":"Hm"}}]')).toBe(
      passed('[{"index":0,"delta":{}}]'),
    );
  });

  it('makes text and reasoning of typed content', () => {
    const given =
      '[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]},{"type":"text","text":"Hi"}]}}]';
    expect(push(begin(), given)).toBe(
      passed('[{"index":0,"delta":{"content":"Hi","reasoning":"Hm"}}]'),
    );
  });

  it.each([
    ['{"error":{"code":429,"message":"slow"}}', 'rate-limited'],
    ['{"error":{"type":"rate_limit_error","message":"slow"}}', 'rate-limited'],
    ['{"error":{"code":"context_length_exceeded","message":"long"}}', 'bad-request'],
    ['{"error":{"message":"boom"}}', 'overloaded'],
    ['{"error":"boom"}', 'overloaded'],
  ])('reads the failure %s as %s', (data, kind) => {
    const stream = new ChatPassStream(makeInput());
    expect(stream.push({ name: undefined, data })).toBe('');
    expect(stream.failure?.kind).toBe(kind);
  });

  it('keeps further fields of the upstream usage', () => {
    const stream = new ChatPassStream(makeInput());
    push(stream, '[{"index":0,"delta":{},"finish_reason":"stop"}]');
    stream.push({ name: undefined, data: '{"choices":[],"usage":{"prompt_tokens":3,"x":1}}' });
    expect(stream.upstreamUsage).toEqual({ prompt_tokens: 3, x: 1 });
    expect(stream.finish({ ...settled, upstream: stream.upstreamUsage })).toContain('"x":1');
  });
});

describe('a plain chat answer that passes', () => {
  const wrap = (message: string): string =>
    `{"id":"x","object":"chat.completion","created":7,"model":"up-1","provider":"Acme","choices":[{"message":${message},"p":-0.50}],"usage":{"a":1}}`;
  const pass = (message: string, changes = {}): string =>
    passResponse(wrap(message), makeInput(changes), settled).replace(/"usage":.*/, '');

  it('shows reasoning_content as reasoning too', () => {
    expect(pass('{"role":"assistant","content":"a","reasoning_content":"Hm"}')).toBe(
      '{"id":"gen-01J9","object":"chat.completion","created":7,"model":"acme/chat-1","choices":[{"message":{"role":"assistant","content":"a","reasoning_content":"Hm","reasoning":"Hm"},"p":-0.50}],',
    );
  });

  it('hides thinking from a caller who excluded it', () => {
    expect(
      pass('{"role":"assistant","content":"a","reasoning":"Hm"}', { reasoning: { exclude: true } }),
    ).toBe(
      '{"id":"gen-01J9","object":"chat.completion","created":7,"model":"acme/chat-1","choices":[{"message":{"role":"assistant","content":"a"},"p":-0.50}],',
    );
  });

  it('makes text of typed content', () => {
    expect(pass('{"role":"assistant","content":[{"type":"text","text":"a"}]}')).toContain(
      '{"role":"assistant","content":"a"}',
    );
  });
});

describe('usage', () => {
  it('always carries both details objects with numbers, and our cost', () => {
    const usage = {
      ...emptyUsage,
      input: 2,
      cacheRead: 5,
      cacheWrite5m: 1,
      output: 4,
      reasoning: 3,
      audioInput: 1,
      imageOutput: 6,
    };
    const upstream = { cost: -5, prompt_tokens_details: { audio_tokens: 0, text_tokens: 2 } };
    expect(renderUsage({ upstream, usage, costNanos: 1_500n })).toEqual({
      prompt_tokens: 9,
      completion_tokens: 10,
      total_tokens: 19,
      cost: 0.0000015,
      prompt_tokens_details: {
        audio_tokens: 1,
        text_tokens: 2,
        cached_tokens: 5,
        cache_write_tokens: 1,
      },
      completion_tokens_details: { reasoning_tokens: 3, image_tokens: 6 },
    });
  });

  it('carries zeros where nothing was used', () => {
    const usage = renderUsage({ usage: emptyUsage, costNanos: 0n, upstream: undefined });
    expect(usage).toEqual({
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
      cost: 0,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    });
  });
});
