import { join } from 'node:path';
import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { writeEventFrame, writeExceptionFrame } from '@tollgate/model-kit';
import { describeProviderContract, makeUpstreamTarget } from '@tollgate/testing';
import { bedrock } from './adapter';

const used = (usage: Partial<TokenUsage>) => ({
  kind: 'usage' as const,
  usage: { ...emptyUsage, ...usage },
});
const usagePart = (usage: Partial<TokenUsage>) => ({
  type: 'usage' as const,
  usage: used(usage),
  raw: expect.objectContaining({ outputTokens: usage.output }) as unknown,
});
const end = { type: 'end' } as const;
const stop = { finishReason: 'stop', nativeFinishReason: 'end_turn' } as const;
const calls = { finishReason: 'tool_calls', nativeFinishReason: 'tool_use' } as const;
const textUsage = { input: 12, cacheRead: 1000, cacheWrite5m: 100, cacheWrite1h: 200, output: 29 };
const format = 'anthropic' as const;
const claude = { upstreamModel: 'eu.anthropic.claude-sonnet-4-6' };
const schema = { type: 'object', properties: { city: { type: 'string' } } };
const outputFormat = { type: 'json_schema', name: 'place', schema } as const;

/** A recorded line is `{"<type of the event>":<payload>}`. */
function frame(chunks: readonly string[]): Uint8Array {
  const frames = chunks.map((line) => {
    const [[type = '', payload] = []] = Object.entries(JSON.parse(line) as object);
    if (type !== 'exception') return writeEventFrame(type, JSON.stringify(payload));
    const { type: name, ...fields } = payload as { readonly type: string };
    return writeExceptionFrame(name, JSON.stringify(fields));
  });
  return Buffer.concat(frames);
}

const body = {
  messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
  inferenceConfig: { maxTokens: 8192 },
};

describeProviderContract({
  adapter: bedrock,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'bedrock-api-key-YmVkcm9jaw==',
  frame,
  sent: {
    keyHeader: 'authorization',
    keyPrefix: 'Bearer ',
    plain: { url: 'https://upstream.test/v1/model/upstream-model/converse', body },
    streaming: { url: 'https://upstream.test/v1/model/upstream-model/converse-stream', body },
  },
  finishMark: /"stopReason":"/,
  usageMark: /"usage":/,
  makeUsage: (count) => ({ inputTokens: 3, cacheReadInputTokens: count, outputTokens: 5 }),
  stopReasons: {
    end_turn: 'stop',
    stop_sequence: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    tool_use: 'tool_calls',
    guardrail_intervened: 'content_filter',
    content_filtered: 'content_filter',
    malformed_model_output: 'error',
    malformed_tool_use: 'error',
  },
  makeErrorBody: (message) => JSON.stringify({ message }),
  errors: {
    'error-invalid': {
      status: 400,
      failure: { kind: 'bad-request', message: expect.stringContaining('is empty') as string },
    },
    'error-context': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: 'Input is too long for requested model.',
      },
    },
    'error-expired': { status: 403, failure: { kind: 'auth' } },
    'error-signature': { status: 403, failure: { kind: 'auth' } },
    'error-rate': {
      status: 429,
      failure: { kind: 'rate-limited', retryAfterSeconds: undefined },
    },
    'error-model': { status: 424, failure: { kind: 'overloaded' } },
  },
  meanings: {
    text: {
      target: claude,
      answer: {
        parts: [{ type: 'text', text: 'Grüße, 世界 👋' }],
        ...stop,
        usage: used(textUsage),
      },
      parts: [
        { type: 'text-delta', text: 'Grüße, ' },
        { type: 'text-delta', text: '世界' },
        { type: 'text-delta', text: ' 👋' },
        { type: 'finish', ...stop },
        usagePart(textUsage),
        end,
      ],
    },
    'tool-call': {
      answer: {
        parts: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', id: 'tooluse_1', name: 'weather', arguments: '{"city":"Zürich"}' },
          { type: 'tool-call', id: 'tooluse_2', name: 'now', arguments: '{}' },
        ],
        ...calls,
        usage: used({ input: 50, output: 65 }),
      },
      parts: [
        { type: 'text-delta', text: 'Looking.' },
        { type: 'tool-call-start', index: 0, id: 'tooluse_1', name: 'weather' },
        { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
        { type: 'tool-call-delta', index: 0, arguments: '"Zürich"}' },
        { type: 'tool-call-end', index: 0 },
        { type: 'tool-call-start', index: 1, id: 'tooluse_2', name: 'now' },
        { type: 'tool-call-delta', index: 1, arguments: '{}' },
        { type: 'tool-call-end', index: 1 },
        { type: 'finish', ...calls },
        usagePart({ input: 50, output: 65 }),
        end,
      ],
    },
    reasoning: {
      target: claude,
      answer: {
        parts: [
          { type: 'reasoning', text: 'Let me see.', format, signature: 'Ep0CCkgI' },
          { type: 'reasoning', text: '', format, signature: 'cnNuX3BVUGgx', isRedacted: true },
          { type: 'text', text: '42' },
        ],
        ...stop,
        usage: used({ input: 51, output: 94 }),
      },
      parts: [
        { type: 'reasoning-delta', text: 'Let me', format },
        { type: 'reasoning-delta', text: ' see.', format },
        { type: 'reasoning-end', format, signature: 'Ep0CCkgI' },
        { type: 'redacted-reasoning', format, data: 'cnNuX3BVUGgx' },
        { type: 'text-delta', text: '42' },
        { type: 'finish', ...stop },
        usagePart({ input: 51, output: 94 }),
        end,
      ],
    },
    'nova-reasoning': {
      target: { upstreamModel: 'us.amazon.nova-2-lite-v1:0' },
      answer: {
        parts: [
          { type: 'reasoning', text: '[REDACTED].', format: 'unknown' },
          { type: 'text', text: 'ok' },
        ],
        finishReason: 'length',
        nativeFinishReason: 'max_tokens',
        usage: used({ input: 88, output: 2980 }),
      },
    },
    'stop-sequence': {
      answer: {
        parts: [{ type: 'text', text: 'one ' }],
        finishReason: 'stop',
        nativeFinishReason: 'stop_sequence',
        stopSequence: 'END',
        usage: used({ input: 9, output: 2 }),
      },
    },
    'json-output': {
      request: { outputFormat },
      answer: {
        parts: [{ type: 'text', text: '{"city":"Oslo"}' }],
        finishReason: 'stop',
        nativeFinishReason: 'tool_use',
        usage: used({ input: 20, output: 7 }),
      },
      parts: [
        { type: 'text-delta', text: '{"city":"Oslo"}' },
        { type: 'finish', finishReason: 'stop', nativeFinishReason: 'tool_use' },
        usagePart({ input: 20, output: 7 }),
      ],
    },
    'error-overloaded': {
      parts: [
        { type: 'text-delta', text: 'one' },
        { type: 'error', failure: { kind: 'overloaded' } },
      ],
    },
    'error-model': { parts: [{ type: 'error', failure: { kind: 'overloaded' } }] },
    'error-throttled': {
      parts: [{ type: 'error', failure: { kind: 'rate-limited', retryAfterSeconds: undefined } }],
    },
    'error-expired': {
      parts: [
        { type: 'text-delta', text: 'one' },
        { type: 'error', failure: { kind: 'auth' } },
      ],
    },
  },
});

describe('the bedrock adapter', () => {
  it('has no bytes to pass on', () => {
    expect(() =>
      bedrock.forwardRequest({
        bodyText: '{}',
        body: {},
        isStreaming: false,
        target: makeUpstreamTarget(),
        clientHeaders: {},
      }),
    ).toThrow(expect.objectContaining({ reason: 'internal' }) as Error);
  });
});
