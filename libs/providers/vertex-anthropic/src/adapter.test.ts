import { join } from 'node:path';
import { emptyUsage } from '@tollgate/model-spec';
import { describeProviderContract } from '@tollgate/testing';
import { vertexAnthropic } from './adapter';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 5, output: 3 } } as const;
const extras = { serviceTier: 'standard' };
const stop = {
  finishReason: 'stop',
  nativeFinishReason: 'stop_sequence',
  stopSequence: 'three',
} as const;
const place = 'https://upstream.test/v1/publishers/anthropic/models/upstream-model';
const body = {
  anthropic_version: 'vertex-2023-10-16',
  max_tokens: 8192,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
};

describeProviderContract({
  adapter: vertexAnthropic,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'AIzaSyAbcdefghijklmnopqrstuvwxyz0123456',
  sent: {
    keyHeader: 'x-goog-api-key',
    plain: { url: `${place}:rawPredict`, body },
    streaming: { url: `${place}:streamRawPredict`, body: { ...body, stream: true } },
  },
  native: {
    bodyText: '{"model":"acme/claude","max_tokens":1.0e2,"messages":[],"x":1.0}',
    sentText: '{"max_tokens":1.0e2,"messages":[],"x":1.0,"anthropic_version":"vertex-2023-10-16"}',
    clientHeaders: ['anthropic-beta'],
  },
  finishMark: /"stop_reason":"/,
  usageMark: /"type":"message_delta"/,
  makeUsage: (count) => ({ input_tokens: 3, cache_read_input_tokens: count, output_tokens: 5 }),
  stopReasons: { end_turn: 'stop', max_tokens: 'length', refusal: 'content_filter' },
  makeErrorBody: (message) =>
    JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
  errors: { 'error-overloaded': { status: 529, failure: { kind: 'overloaded' } } },
  meanings: {
    'stop-sequence': {
      answer: { parts: [{ type: 'text', text: 'one two' }], ...stop, usage, extras },
      parts: [
        { type: 'prompt-tokens', promptTokens: 5 },
        { type: 'text-delta', text: 'one two' },
        { type: 'finish', ...stop },
        { type: 'usage', usage, raw: expect.any(Object) as unknown, extras },
        { type: 'end' },
      ],
    },
  },
});
