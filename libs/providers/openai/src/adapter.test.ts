import { join } from 'node:path';
import { describeProviderContract } from '@tollgate/testing';
import { emptyUsage } from '@tollgate/model-spec';
import { openai } from './adapter';

const textUsage = {
  kind: 'usage',
  usage: { ...emptyUsage, input: 9, output: 4 },
} as const;
const textRaw = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const toolUsage = {
  kind: 'usage',
  usage: { ...emptyUsage, input: 20, cacheRead: 60, output: 30, reasoning: 12 },
} as const;
const toolRaw = {
  prompt_tokens: 80,
  completion_tokens: 30,
  total_tokens: 110,
  prompt_tokens_details: { cached_tokens: 60 },
  completion_tokens_details: { reasoning_tokens: 12 },
};
const messages = [{ role: 'user', content: 'Hello' }];

describeProviderContract({
  adapter: openai,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'sk-proj-0123456789abcdef',
  meanings: {
    text: {
      answer: {
        parts: [
          { type: 'reasoning', text: 'A greeting.', format: 'unknown' },
          { type: 'text', text: 'Good day, ä€😀!' },
        ],
        finishReason: 'stop',
        nativeFinishReason: 'stop',
        usage: textUsage,
      },
      parts: [
        { type: 'reasoning-delta', text: 'A greeting.', format: 'unknown' },
        { type: 'text-delta', text: 'Good day, ' },
        { type: 'text-delta', text: 'ä€😀!' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'stop' },
        { type: 'usage', usage: textUsage, raw: textRaw },
        { type: 'end' },
      ],
    },
    tools: {
      answer: {
        parts: [
          { type: 'tool-call', id: 'call_a', name: 'weather', arguments: '{"city":"Rome"}' },
          { type: 'tool-call', id: 'call_b', name: 'time', arguments: '{}' },
        ],
        finishReason: 'tool_calls',
        nativeFinishReason: 'stop',
        usage: toolUsage,
      },
      parts: [
        { type: 'tool-call-start', index: 0, id: 'call_a', name: 'weather' },
        { type: 'tool-call-start', index: 1, id: 'call_b', name: 'time' },
        { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
        { type: 'tool-call-delta', index: 1, arguments: '{}' },
        { type: 'tool-call-delta', index: 0, arguments: '"Rome"}' },
        { type: 'tool-call-end', index: 0 },
        { type: 'tool-call-end', index: 1 },
        { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'stop' },
        { type: 'usage', usage: toolUsage, raw: toolRaw },
        { type: 'end' },
      ],
    },
    'error-in-stream': {
      parts: [
        { type: 'text-delta', text: 'Good' },
        { type: 'error', failure: { kind: 'rate-limited', retryAfterSeconds: undefined } },
        { type: 'end' },
      ],
    },
  },
  sent: {
    keyHeader: 'authorization',
    keyPrefix: 'Bearer ',
    plain: {
      url: 'https://upstream.test/v1/chat/completions',
      body: { model: 'upstream-model', messages },
    },
    streaming: {
      url: 'https://upstream.test/v1/chat/completions',
      body: {
        model: 'upstream-model',
        messages,
        stream: true,
        stream_options: { include_usage: true },
      },
    },
  },
  native: {
    bodyText:
      '{ "model":"acme/chat-1","messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}],"seed":9007199254740993,"x":1.0,"provider":{"order":[]}}',
    sentText:
      '{ "model":"upstream-model","messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}],"seed":9007199254740993,"x":1.0}',
  },
  finishMark: /"finish_reason":"/,
  usageMark: /"usage":\{/,
  makeUsage: (count) => ({ prompt_tokens: count, completion_tokens: 1 }),
  stopReasons: {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool_calls',
    function_call: 'tool_calls',
    content_filter: 'content_filter',
    error: 'error',
  },
  makeErrorBody: (message) => JSON.stringify({ error: { message, type: 'x', code: null } }),
  errors: {
    'error-context': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: "This model's maximum context length is 8192 tokens.",
      },
    },
    'error-policy': {
      status: 400,
      failure: { kind: 'content-refused', message: 'The prompt was refused.' },
    },
    'error-key': { status: 401, failure: { kind: 'auth' } },
  },
});
