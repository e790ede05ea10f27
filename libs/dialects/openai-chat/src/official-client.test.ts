import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import OpenAI, { APIError } from 'openai';
import { openAiChat } from './dialect';

const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
const request = openAiChat.parseRequest(JSON.stringify(body), body);
const face = { ulid: '01', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const settled = {
  usage: { ...emptyUsage, input: 12, output: 7 },
  costNanos: 1_500_000n,
  upstream: undefined,
};
const parts: readonly StreamPart[] = [
  { type: 'reasoning-delta', text: 'Hm', format: 'anthropic' },
  { type: 'text-delta', text: 'Let me ' },
  { type: 'text-delta', text: 'see.' },
  { type: 'tool-call-start', index: 2, id: 'c0', name: 'find' },
  { type: 'tool-call-start', index: 3, id: 'c1', name: 'now' },
  { type: 'tool-call-delta', index: 2, arguments: '{"city":"Os' },
  { type: 'tool-call-delta', index: 2, arguments: 'lo"}' },
  { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_use' },
];

function createClient(text: string, type: string): OpenAI {
  return new OpenAI({
    apiKey: 'sk-tg-test',
    baseURL: 'http://gateway.test/v1',
    maxRetries: 0,
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
  });
}

const ask = { model: 'm', messages: [{ role: 'user', content: 'hi' } as const] };

describe('the official Chat client', () => {
  it('puts a translated stream together', async () => {
    const renderer = openAiChat.createStreamRenderer({ face, request });
    const frames = parts.map((part) => renderer.push(part)).join('') + renderer.finish(settled);
    const client = createClient(openAiChat.keepAliveFrame + frames, 'text/event-stream');
    const answer = await client.chat.completions
      .stream({ ...ask, stream: true })
      .finalChatCompletion();
    expect(answer).toMatchObject({
      id: 'gen-01',
      model: 'acme/chat-1',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: 'Let me see.',
            tool_calls: [
              { id: 'c0', type: 'function', function: { arguments: '{"city":"Oslo"}' } },
              { id: 'c1', type: 'function', function: { arguments: '{}' } },
            ],
          },
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 7, cost: 0.0015 },
    });
  });

  it('raises the failure of a stream', async () => {
    const renderer = openAiChat.createStreamRenderer({ face, request });
    const frames = renderer.push({ type: 'text-delta', text: 'Hel' });
    const failure = renderer.fail(new AppError('insufficient_credits'));
    const client = createClient(frames + failure, 'text/event-stream');
    const raised: unknown = await client.chat.completions
      .stream({ ...ask, stream: true })
      .finalChatCompletion()
      .catch((error: unknown) => error);
    expect(raised).toBeInstanceOf(APIError);
    expect(raised).toMatchObject({ code: 'insufficient_credits', type: 'billing_error' });
  });
});
