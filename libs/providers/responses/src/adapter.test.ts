import { join } from 'node:path';
import { describeProviderContract } from '@tollgate/testing';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import { responses } from './adapter';

const shortUsage = { kind: 'usage', usage: { ...emptyUsage, input: 9, output: 4 } } as const;
const longUsage = {
  kind: 'usage',
  usage: { ...emptyUsage, input: 15, cacheRead: 60, cacheWrite5m: 5, output: 30, reasoning: 12 },
} as const;
const annotation = { url: 'https://a.example', title: 'A', startIndex: 0, endIndex: 4 };
const ended = (
  finishReason: 'stop' | 'tool_calls' | 'content_filter',
  nativeFinishReason: string,
): StreamPart => ({ type: 'finish', finishReason, nativeFinishReason });
const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }];
const url = 'https://upstream.test/v1/responses';

describeProviderContract({
  adapter: responses,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'sk-proj-0123456789abcdef',
  meanings: {
    text: {
      answer: {
        parts: [
          {
            type: 'reasoning',
            text: 'Hm, \n\nso.',
            format: 'openai',
            signature: 'gAAAAB==',
            id: 'rs_1',
          },
          { type: 'text', text: 'Good day, ä€😀!', annotations: [annotation] },
        ],
        finishReason: 'stop',
        nativeFinishReason: 'completed',
        usage: shortUsage,
      },
      parts: [
        { type: 'reasoning-delta', text: 'Hm, ', format: 'openai' },
        { type: 'reasoning-delta', text: '\n\n', format: 'openai' },
        { type: 'reasoning-delta', text: 'so.', format: 'openai' },
        { type: 'reasoning-end', format: 'openai', signature: 'gAAAAB==', id: 'rs_1' },
        { type: 'text-delta', text: 'Good day, ' },
        { type: 'text-delta', text: 'ä€😀!' },
        { type: 'annotation', annotation },
        ended('stop', 'completed'),
        { type: 'usage', usage: shortUsage, raw: expect.objectContaining({ total_tokens: 13 }) },
        { type: 'end' },
      ],
    },
    tools: {
      answer: {
        parts: [
          { type: 'tool-call', id: 'call_a', name: 'weather', arguments: '{"city":"Rome"}' },
          {
            type: 'tool-call',
            id: 'call_b',
            name: 'patch',
            arguments: JSON.stringify({ input: 'a "b"\n😀' }),
          },
        ],
        finishReason: 'tool_calls',
        nativeFinishReason: 'completed',
        usage: longUsage,
      },
      parts: [
        { type: 'tool-call-start', index: 0, id: 'call_a', name: 'weather' },
        { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
        { type: 'tool-call-delta', index: 0, arguments: '"Rome"}' },
        { type: 'tool-call-end', index: 0 },
        { type: 'tool-call-start', index: 1, id: 'call_b', name: 'patch' },
        { type: 'tool-call-delta', index: 1, arguments: '{"input":"' },
        { type: 'tool-call-delta', index: 1, arguments: 'a \\"b\\"' },
        { type: 'tool-call-delta', index: 1, arguments: '\\n😀' },
        { type: 'tool-call-delta', index: 1, arguments: '"}' },
        { type: 'tool-call-end', index: 1 },
        ended('tool_calls', 'completed'),
        { type: 'usage', usage: longUsage, raw: expect.objectContaining({ total_tokens: 110 }) },
        { type: 'end' },
      ],
    },
    refusal: {
      answer: {
        parts: [{ type: 'refusal', text: 'No.' }],
        finishReason: 'content_filter',
        nativeFinishReason: 'content_filter',
        usage: shortUsage,
      },
      parts: [
        { type: 'refusal-delta', text: 'No.' },
        ended('content_filter', 'content_filter'),
        { type: 'usage', usage: shortUsage, raw: expect.objectContaining({ total_tokens: 13 }) },
        { type: 'end' },
      ],
    },
    'error-failed': {
      parts: [
        { type: 'text-delta', text: 'Good' },
        { type: 'error', failure: { kind: 'rate-limited', retryAfterSeconds: undefined } },
      ],
    },
  },
  sent: {
    keyHeader: 'authorization',
    keyPrefix: 'Bearer ',
    plain: { url, body: { model: 'upstream-model', input, store: false } },
    streaming: { url, body: { model: 'upstream-model', input, store: false, stream: true } },
  },
  native: {
    bodyText:
      '{ "model":"acme/chat-1","input":[ {"role":"user","content":"x"} ],"temperature":1.0,"store":false,"unknown":9007199254740993,"provider":{"order":[]},"background":true}',
    sentText:
      '{ "model":"upstream-model","input":[ {"role":"user","content":"x"} ],"temperature":1.0,"store":false,"unknown":9007199254740993}',
  },
  finishMark: /"type":"response\.(?:completed|incomplete)"/,
  usageMark: /"usage":\{/,
  makeUsage: (count) => ({ input_tokens: count, output_tokens: 1 }),
  stopReasons: {
    completed: 'stop',
    incomplete: 'length',
    max_output_tokens: 'length',
    content_filter: 'content_filter',
    failed: 'error',
    cancelled: 'error',
  },
  makeErrorBody: (message) => JSON.stringify({ error: { message, type: 'x', code: null } }),
  errors: {
    'error-context': {
      status: 400,
      failure: {
        kind: 'context-too-long',
        message: 'Your input exceeds the context window of this model.',
      },
    },
    'error-request': {
      status: 400,
      failure: { kind: 'bad-request', message: "Invalid value: 'wizard'." },
    },
  },
});
