import { join } from 'node:path';
import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { describeProviderContract, makeUpstreamTarget } from '@tollgate/testing';
import { gemini } from './adapter';

const used = (usage: Partial<TokenUsage>) => ({
  kind: 'usage' as const,
  usage: { ...emptyUsage, ...usage },
});
const usagePart = (usage: Partial<TokenUsage>) => ({
  type: 'usage' as const,
  usage: used(usage),
  raw: expect.objectContaining({ totalTokenCount: expect.any(Number) as number }) as unknown,
});
const stop = { finishReason: 'stop', nativeFinishReason: 'STOP' } as const;
const madeId = expect.stringMatching(/^call_[0-9A-Z]{26}$/) as unknown as string;
const format = 'google' as const;
const textUsage = { input: 12, cacheRead: 1000, output: 29 };
const imageUsage = {
  input: 17,
  cacheRead: 20,
  audioInput: 40,
  imageInput: 30,
  output: 10,
  imageOutput: 1290,
};
const body = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };

describeProviderContract({
  adapter: gemini,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'AIzaSyAbcdefghijklmnopqrstuvwxyz0123456',
  sent: {
    keyHeader: 'x-goog-api-key',
    plain: { url: 'https://upstream.test/v1/models/upstream-model:generateContent', body },
    streaming: {
      url: 'https://upstream.test/v1/models/upstream-model:streamGenerateContent?alt=sse',
      body,
    },
  },
  finishMark: /"finishReason"|"blockReason"/,
  usageMark: /"finishReason"|"blockReason"/,
  makeUsage: (count) => ({ promptTokenCount: 100_000_000, cachedContentTokenCount: count }),
  stopReasons: {
    STOP: 'stop',
    MAX_TOKENS: 'length',
    SAFETY: 'content_filter',
    RECITATION: 'content_filter',
    BLOCKLIST: 'content_filter',
    PROHIBITED_CONTENT: 'content_filter',
    SPII: 'content_filter',
    IMAGE_SAFETY: 'content_filter',
    MALFORMED_FUNCTION_CALL: 'error',
    OTHER: 'stop',
  },
  makeErrorBody: (message) =>
    JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  errors: {
    'error-context': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: expect.stringContaining('(1048576)') as string,
      },
    },
    'error-key': { status: 400, failure: { kind: 'auth' } },
    'error-place': { status: 400, failure: { kind: 'auth' } },
    'error-invalid': {
      status: 400,
      failure: {
        kind: 'bad-request',
        message: 'Unable to submit request because it has no contents.',
      },
    },
    'error-refused': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: 'The prompt was blocked due to safety settings.',
      },
    },
    'error-rate': { status: 429, failure: { kind: 'rate-limited', retryAfterSeconds: 35 } },
    'error-permission': { status: 403, failure: { kind: 'auth' } },
    'error-overloaded': { status: 503, failure: { kind: 'overloaded' } },
  },
  meanings: {
    text: {
      answer: {
        parts: [{ type: 'text', text: 'Grüße, 世界 👋' }],
        ...stop,
        usage: used(textUsage),
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 1012 },
        { type: 'text-delta', text: 'Grüße, ' },
        { type: 'text-delta', text: '世界' },
        { type: 'text-delta', text: ' 👋' },
        { type: 'finish', ...stop },
        usagePart(textUsage),
      ],
    },
    'tool-call': {
      answer: {
        parts: [
          { type: 'text', text: 'Looking.' },
          {
            type: 'tool-call',
            id: 'fc_1',
            name: 'weather',
            arguments: '{"city":"Zürich"}',
            thoughtSignature: 'EqUCsig==',
          },
          { type: 'tool-call', id: madeId, name: 'now', arguments: '{}' },
        ],
        finishReason: 'tool_calls',
        nativeFinishReason: 'STOP',
        usage: used({ input: 50, output: 65, reasoning: 45 }),
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 50 },
        { type: 'text-delta', text: 'Looking.' },
        {
          type: 'tool-call-start',
          index: 0,
          id: 'fc_1',
          name: 'weather',
          thoughtSignature: 'EqUCsig==',
        },
        { type: 'tool-call-delta', index: 0, arguments: '{"city":"Zürich"}' },
        { type: 'tool-call-end', index: 0 },
        { type: 'tool-call-start', index: 1, id: madeId, name: 'now' },
        { type: 'tool-call-delta', index: 1, arguments: '{}' },
        { type: 'tool-call-end', index: 1 },
        { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'STOP' },
        usagePart({ input: 50, output: 65, reasoning: 45 }),
      ],
    },
    reasoning: {
      answer: {
        parts: [
          { type: 'reasoning', text: 'Let me see.', format, signature: 'EqsFsig==' },
          { type: 'text', text: '42' },
        ],
        ...stop,
        usage: used({ input: 9, output: 188, reasoning: 185 }),
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 9 },
        { type: 'reasoning-delta', text: 'Let me', format },
        { type: 'reasoning-delta', text: ' see.', format },
        { type: 'text-delta', text: '42' },
        { type: 'reasoning-end', format, signature: 'EqsFsig==' },
        { type: 'finish', ...stop },
        usagePart({ input: 9, output: 188, reasoning: 185 }),
      ],
    },
    image: {
      answer: {
        parts: [
          { type: 'text', text: 'Here.' },
          { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
        ],
        ...stop,
        usage: used(imageUsage),
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 100 },
        { type: 'text-delta', text: 'Here.' },
        { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
        { type: 'finish', ...stop },
        usagePart(imageUsage),
      ],
    },
    length: {
      answer: {
        parts: [{ type: 'text', text: 'one two' }],
        finishReason: 'length',
        nativeFinishReason: 'MAX_TOKENS',
        usage: used({ input: 5, output: 2 }),
      },
    },
    'stop-in-every-chunk': {
      parts: [
        { type: 'prompt-tokens', promptTokens: 5 },
        { type: 'text-delta', text: 'one ' },
        { type: 'text-delta', text: 'two' },
        { type: 'finish', ...stop },
        usagePart({ input: 5, output: 2 }),
      ],
    },
    blocked: {
      answer: {
        parts: [],
        finishReason: 'content_filter',
        nativeFinishReason: 'PROHIBITED_CONTENT',
        usage: used({ input: 8 }),
      },
      parts: [
        { type: 'prompt-tokens', promptTokens: 8 },
        {
          type: 'finish',
          finishReason: 'content_filter',
          nativeFinishReason: 'PROHIBITED_CONTENT',
        },
        usagePart({ input: 8 }),
      ],
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

describe('the gemini adapter', () => {
  it('has no bytes to pass on', () => {
    expect(() =>
      gemini.forwardRequest({
        bodyText: '{}',
        body: {},
        isStreaming: false,
        target: makeUpstreamTarget(),
        clientHeaders: {},
      }),
    ).toThrow(expect.objectContaining({ reason: 'internal' }) as Error);
  });
});
