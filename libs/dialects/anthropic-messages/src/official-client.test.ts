import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import { anthropicMessages } from './dialect';

const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
const request = anthropicMessages.parseRequest(JSON.stringify(body), body);
const face = { ulid: '01', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const settled = {
  usage: { ...emptyUsage, input: 12, output: 7 },
  costNanos: 1_500_000n,
  upstream: undefined,
};
const parts: readonly StreamPart[] = [
  { type: 'reasoning-delta', text: 'Hm', format: 'unknown' },
  { type: 'text-delta', text: 'Let me ' },
  { type: 'text-delta', text: 'see.' },
  { type: 'tool-call-start', index: 0, id: 'c0', name: 'find' },
  { type: 'tool-call-start', index: 1, id: 'c1', name: 'now' },
  { type: 'tool-call-delta', index: 0, arguments: '{"city":"Os' },
  { type: 'tool-call-delta', index: 0, arguments: 'lo"}' },
  { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_calls' },
];

function createClient(text: string, type: string): Anthropic {
  return new Anthropic({
    apiKey: 'sk-tg-test',
    baseURL: 'http://gateway.test',
    maxRetries: 0,
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
  });
}

const ask = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' } as const] };

describe('the official Messages client', () => {
  it('puts a translated stream together', async () => {
    const renderer = anthropicMessages.createStreamRenderer({ face, request });
    const frames = parts.map((part) => renderer.push(part)).join('') + renderer.finish(settled);
    const client = createClient(anthropicMessages.keepAliveFrame + frames, 'text/event-stream');
    const message = await client.messages.stream(ask).finalMessage();
    expect(message).toMatchObject({
      id: 'msg_01',
      model: 'acme/chat-1',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: expect.stringMatching(/^tollgate1\./) },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool_use', id: 'c0', name: 'find', input: { city: 'Oslo' } },
        { type: 'tool_use', id: 'c1', name: 'now', input: {} },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 12, output_tokens: 7 },
    });
  });

  it('reads a translated answer', async () => {
    const answer = {
      parts: [{ type: 'text', text: 'Hello' } as const],
      finishReason: 'stop' as const,
      nativeFinishReason: 'stop',
      usage: { kind: 'missing' } as const,
    };
    const text = anthropicMessages.renderResponse(answer, { face, request }, settled);
    const message = await createClient(text, 'application/json').messages.create(ask);
    expect(message.content).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(message.usage).toMatchObject({ tollgate_cost: 0.0015 });
  });

  it('raises the failure of a stream', async () => {
    const renderer = anthropicMessages.createStreamRenderer({ face, request });
    const frames = renderer.push({ type: 'text-delta', text: 'Hel' });
    const failure = renderer.fail(new AppError('overloaded'));
    const client = createClient(frames + failure, 'text/event-stream');
    const raised: unknown = await client.messages
      .stream(ask)
      .finalMessage()
      .catch((error: unknown) => error);
    expect(raised).toBeInstanceOf(APIError);
    expect(raised).toMatchObject({ error: { error: { type: 'overloaded_error' } } });
  });
});
