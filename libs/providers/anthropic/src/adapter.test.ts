import { join } from 'node:path';
import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { describeProviderContract } from '@tollgate/testing';
import { anthropic } from './adapter';

const used = (usage: Partial<TokenUsage>) => ({
  kind: 'usage' as const,
  usage: { ...emptyUsage, ...usage },
});
const standard = { extras: { serviceTier: 'standard' } };
const searched = { serviceTier: 'standard', toolUses: new Map([['web_search', 1]]) };
const usagePart = (usage: Partial<TokenUsage>) => ({
  type: 'usage' as const,
  usage: used(usage),
  raw: expect.objectContaining({ output_tokens: usage.output }) as unknown,
  ...standard,
});
const end = { type: 'end' } as const;
const textUsage = { input: 12, cacheRead: 1000, cacheWrite5m: 100, cacheWrite1h: 200, output: 29 };
const citation = { url: 'https://weather.test/zurich', title: 'Weather' };
const format = 'anthropic' as const;

describeProviderContract({
  adapter: anthropic,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'sk-ant-api03-abcdefghijklmnop',
  sent: {
    keyHeader: 'x-api-key',
    plain: {
      url: 'https://upstream.test/v1/messages',
      body: {
        model: 'upstream-model',
        max_tokens: 8192,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      },
    },
    streaming: {
      url: 'https://upstream.test/v1/messages',
      body: {
        model: 'upstream-model',
        max_tokens: 8192,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
        stream: true,
      },
    },
  },
  native: {
    bodyText:
      '{ "model":"acme/claude", "max_tokens":1.0e2,"provider":{"a":1},"thinking":{"type":"disabled"},' +
      '"messages":[{"role":"user","content":[{"type":"text","text":"\\u0048i","cache_control":{"type":"ephemeral"}}]}],"x":1.0}',
    sentText:
      '{ "model":"upstream-model", "max_tokens":1.0e2,"thinking":{"type":"disabled"},' +
      '"messages":[{"role":"user","content":[{"type":"text","text":"\\u0048i","cache_control":{"type":"ephemeral"}}]}],"x":1.0}',
    clientHeaders: ['anthropic-beta', 'anthropic-version'],
  },
  finishMark: /"stop_reason":"/,
  usageMark: /"type":"message_delta"/,
  makeUsage: (count) => ({ input_tokens: 3, cache_read_input_tokens: count, output_tokens: 5 }),
  stopReasons: {
    end_turn: 'stop',
    stop_sequence: 'stop',
    pause_turn: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    tool_use: 'tool_calls',
    refusal: 'content_filter',
  },
  makeErrorBody: (message) =>
    JSON.stringify({ type: 'error', error: { type: 'some_error', message } }),
  errors: {
    'error-context': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: 'prompt is too long: 215000 tokens > 200000 maximum',
      },
    },
    'error-context-output': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: expect.stringContaining('190000 + 32000 > 200000') as string,
      },
    },
    'error-refused': {
      status: 400,
      failure: { kind: 'content-refused', message: 'Output blocked by content filtering policy' },
    },
    'error-balance': { status: 400, failure: { kind: 'auth' } },
    'error-invalid': {
      status: 400,
      failure: { kind: 'bad-request', message: 'messages.0.content.0: unknown block' },
    },
    'error-rate': {
      status: 429,
      failure: { kind: 'rate-limited', retryAfterSeconds: undefined },
    },
    'error-overloaded': { status: 529, failure: { kind: 'overloaded' } },
  },
  meanings: {
    text: {
      answer: {
        parts: [{ type: 'text', text: 'Grüße, 世界 👋' }],
        finishReason: 'stop',
        nativeFinishReason: 'end_turn',
        usage: used(textUsage),
        ...standard,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 1312 },
        { type: 'text-delta', text: 'Grüße, ' },
        { type: 'text-delta', text: '世界 👋' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'end_turn' },
        usagePart(textUsage),
        end,
      ],
    },
    'tool-call': {
      answer: {
        parts: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', id: 'toolu_01', name: 'weather', arguments: '{"city":"Zürich"}' },
          { type: 'tool-call', id: 'toolu_02', name: 'now', arguments: '{}' },
        ],
        finishReason: 'tool_calls',
        nativeFinishReason: 'tool_use',
        usage: used({ input: 50, output: 20 }),
        ...standard,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 50 },
        { type: 'text-delta', text: 'Looking.' },
        { type: 'tool-call-start', index: 0, id: 'toolu_01', name: 'weather' },
        { type: 'tool-call-delta', index: 0, arguments: '{"city": "Zü' },
        { type: 'tool-call-delta', index: 0, arguments: 'rich"}' },
        { type: 'tool-call-end', index: 0 },
        { type: 'tool-call-start', index: 1, id: 'toolu_02', name: 'now' },
        { type: 'tool-call-delta', index: 1, arguments: '{}' },
        { type: 'tool-call-end', index: 1 },
        { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_use' },
        usagePart({ input: 50, output: 20 }),
        end,
      ],
    },
    reasoning: {
      answer: {
        parts: [
          { type: 'reasoning', text: 'Let me see.', format, signature: 'EqQBsig==' },
          { type: 'reasoning', text: '', format, signature: 'EmwKAhgB', isRedacted: true },
          { type: 'text', text: '42' },
        ],
        finishReason: 'stop',
        nativeFinishReason: 'end_turn',
        usage: used({ input: 9, output: 40, reasoning: 31 }),
        ...standard,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 9 },
        { type: 'reasoning-delta', text: 'Let me', format },
        { type: 'reasoning-delta', text: ' see.', format },
        { type: 'reasoning-end', format, signature: 'EqQBsig==' },
        { type: 'redacted-reasoning', format, data: 'EmwKAhgB' },
        { type: 'text-delta', text: '42' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'end_turn' },
        usagePart({ input: 9, output: 40, reasoning: 31 }),
        end,
      ],
    },
    'json-output': {
      request: { outputFormat: { type: 'json_schema', name: 'person', schema: {} } },
      answer: {
        parts: [{ type: 'text', text: '{"name":"Ada","age":36}' }],
        finishReason: 'stop',
        nativeFinishReason: 'tool_use',
        usage: used({ input: 80, output: 15 }),
        ...standard,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 80 },
        { type: 'text-delta', text: '{"name":"Ada"' },
        { type: 'text-delta', text: ',"age":36}' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'tool_use' },
        usagePart({ input: 80, output: 15 }),
        end,
      ],
    },
    citations: {
      answer: {
        parts: [{ type: 'text', text: 'It rains.', annotations: [citation] }],
        finishReason: 'stop',
        nativeFinishReason: 'end_turn',
        usage: used({ input: 700, output: 33 }),
        extras: searched,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 70 },
        { type: 'annotation', annotation: citation },
        { type: 'text-delta', text: 'It rains.' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'end_turn' },
        { ...usagePart({ input: 700, output: 33 }), extras: searched },
        end,
      ],
    },
    'stop-sequence': {
      answer: {
        parts: [{ type: 'text', text: 'one two' }],
        finishReason: 'stop',
        nativeFinishReason: 'stop_sequence',
        stopSequence: 'three',
        usage: used({ input: 5, output: 3 }),
        ...standard,
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 5 },
        { type: 'text-delta', text: 'one two' },
        {
          type: 'finish',
          finishReason: 'stop',
          nativeFinishReason: 'stop_sequence',
          stopSequence: 'three',
        },
        usagePart({ input: 5, output: 3 }),
        end,
      ],
    },
    refusal: {
      answer: {
        parts: [{ type: 'text', text: 'I can' }],
        finishReason: 'content_filter',
        nativeFinishReason: 'refusal',
        usage: used({ input: 5, output: 3 }),
        ...standard,
      },
    },
    'error-overloaded': {
      parts: [
        { type: 'prompt-tokens', promptTokens: 5 },
        { type: 'text-delta', text: 'one' },
        { type: 'error', failure: { kind: 'overloaded' } },
      ],
    },
  },
});
