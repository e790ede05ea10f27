import { openai } from './adapter';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';

const target = {
  baseUrl: 'https://provider.example/v1',
  apiKey: 'upstream-secret',
  headers: { 'x-team': 'gateway' },
  upstreamModel: 'chat-1',
  family: 'openai' as const,
};

function build(
  bodyText: string,
  changes: Partial<{ isStreaming: boolean; family: 'openai' | 'other' }> = {},
) {
  const body = JSON.parse(bodyText) as Record<string, unknown>;
  const { isStreaming = false, family = 'openai' } = changes;
  return openai.buildChatRequest({ bodyText, body, isStreaming, target: { ...target, family } });
}

describe('the request sent to an OpenAI-protocol provider', () => {
  it('differs from the client body only in the model', () => {
    const text =
      '{"model":"acme/chat-1","messages":[{"role":"user","content":"hi"}],"seed":9007199254740993,"x":1.0}';
    expect(build(text).body).toBe(text.replace('acme/chat-1', 'chat-1'));
  });

  it('always asks for usage when streaming and keeps other stream options', () => {
    const text = '{"model":"m","stream":true,"stream_options":{"include_usage":false,"x":1}}';
    expect(JSON.parse(build(text, { isStreaming: true }).body)).toMatchObject({
      stream_options: { include_usage: true, x: 1 },
    });
  });

  it('carries the key of the gateway and no header of the client', () => {
    expect(build('{"model":"m"}')).toMatchObject({
      url: 'https://provider.example/v1/chat/completions',
      headers: { authorization: 'Bearer upstream-secret', 'x-team': 'gateway' },
    });
  });

  it('loses OpenAI-only fields for other families, and routing fields always', () => {
    const text =
      '{"model":"m","user":"u","logprobs":true,"models":["a"],"provider":{},"temperature":1}';
    expect(JSON.parse(build(text, { family: 'other' }).body)).toEqual({
      model: 'chat-1',
      temperature: 1,
    });
    expect(JSON.parse(build(text).body)).toEqual({
      model: 'chat-1',
      user: 'u',
      logprobs: true,
      temperature: 1,
    });
  });
});

describe('usage of an OpenAI-protocol provider', () => {
  it('is split into disjoint buckets', () => {
    const usage = {
      prompt_tokens: 1_200,
      completion_tokens: 131,
      total_tokens: 1_331,
      prompt_tokens_details: { cached_tokens: 1_000, cache_write_tokens: 50, audio_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 31, audio_tokens: 9 },
    };
    expect(mapUsage(usage)).toEqual({
      kind: 'usage',
      usage: {
        input: 130,
        cacheRead: 1_000,
        cacheWrite5m: 50,
        cacheWrite1h: 0,
        output: 122,
        reasoning: 31,
        audioInput: 20,
        imageInput: 0,
        audioOutput: 9,
        imageOutput: 0,
      },
    });
  });

  it('adds reasoning that a provider counts beside completion', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    expect(mapUsage(usage)).toMatchObject({ usage: { output: 25, reasoning: 20 } });
  });

  it.each([[undefined], [null], [{}], [{ prompt_tokens: 0, completion_tokens: 0 }]])(
    'is missing in %j',
    (value) => {
      expect(mapUsage(value)).toEqual({ kind: 'missing' });
    },
  );

  it.each([
    [{ prompt_tokens: -1, completion_tokens: 5 }],
    [{ prompt_tokens: 1.5, completion_tokens: 5 }],
    [{ prompt_tokens: '7', completion_tokens: 5 }],
    [{ prompt_tokens: 1e308, completion_tokens: 5 }],
    [{ prompt_tokens: 5, completion_tokens: Number.NaN }],
    [{ prompt_tokens: 5, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } }],
    [7],
  ])('is unusable in %j', (value) => {
    expect(mapUsage(value)).toEqual({ kind: 'unusable' });
  });
});

describe('errors of an OpenAI-protocol provider', () => {
  it.each([
    [401, '{}', 'auth'],
    [403, '{}', 'auth'],
    [404, '{}', 'not-found'],
    [429, '{}', 'rate-limited'],
    [408, '', 'overloaded'],
    [500, '<html>', 'overloaded'],
    [
      400,
      '{"error":{"message":"This model\'s maximum context length is 8192 tokens."}}',
      'context-too-long',
    ],
    [400, '{"error":{"message":"no","code":"content_policy_violation"}}', 'content-refused'],
    [422, '{"error":{"message":"bad field"}}', 'bad-request'],
  ] as const)('%d %s means %s', (status, body, kind) => {
    expect(openai.mapError(status, body, {})).toMatchObject({ kind });
  });

  it('never repeat a key, and are cut to 500 characters', () => {
    const body = JSON.stringify({
      error: { message: `Incorrect key sk-abcdef123456 ${'x'.repeat(900)}` },
    });
    const failure = openai.mapError(400, body, {}) as { message: string };
    expect(failure.message).not.toContain('sk-abcdef');
    expect(failure.message).toHaveLength(500);
  });

  it('keep the wait that the provider asked for', () => {
    expect(openai.mapError(429, '', { 'retry-after': '7' })).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 7,
    });
  });
});

describe('an answer of an OpenAI-protocol provider', () => {
  it('tells how it ended', () => {
    const body = {
      choices: [{ index: 0, message: { content: 'x' }, finish_reason: 'function_call' }],
    };
    expect(openai.readResponse(body)).toEqual({
      hasContent: true,
      finishReason: 'tool_calls',
      nativeFinishReason: 'function_call',
      usage: { kind: 'missing' },
    });
    expect(mapStopReason('something new')).toBe('stop');
  });

  it('has no content without a choice', () => {
    expect(openai.readResponse({ choices: [] }).hasContent).toBe(false);
    expect(openai.readResponse({ choices: 'x' }).hasContent).toBe(false);
  });
});
