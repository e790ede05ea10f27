import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import OpenAI, { APIError } from 'openai';
import { parseRequest } from './parse-request';
import { renderResponse } from './render-response';
import { CompletionsRenderer } from './render-stream';

const body = { model: 'm', prompt: 'Once ', echo: true };
const request = parseRequest(JSON.stringify(body), body);
const face = { ulid: '01', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const settled = {
  usage: { ...emptyUsage, input: 12, output: 7 },
  costNanos: 1_500_000n,
  upstream: undefined,
};
const parts: readonly StreamPart[] = [
  { type: 'reasoning-delta', text: 'Hm', format: 'anthropic' },
  { type: 'text-delta', text: 'upon ' },
  { type: 'text-delta', text: 'a time' },
  { type: 'finish', finishReason: 'length', nativeFinishReason: 'max_tokens' },
];

function createClient(text: string, type: string): OpenAI {
  return new OpenAI({
    apiKey: 'sk-tg-test',
    baseURL: 'http://gateway.test/v1',
    maxRetries: 0,
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
  });
}

describe('the official client of completions', () => {
  it('reads a translated answer, without reasoning and with the echo', async () => {
    const answer = {
      parts: [
        { type: 'reasoning', text: 'Hm', format: 'anthropic' },
        { type: 'text', text: 'upon a time' },
      ],
      finishReason: 'stop',
      nativeFinishReason: 'end_turn',
      usage: { kind: 'missing' },
    } as const;
    const text = renderResponse(answer, { face, request }, settled);
    const read = await createClient(text, 'application/json').completions.create(body);
    expect(read).toMatchObject({
      id: 'gen-01',
      object: 'text_completion',
      model: 'acme/chat-1',
      choices: [{ index: 0, text: 'Once upon a time', logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 7, cost: 0.0015 },
    });
  });

  it('puts a translated stream together', async () => {
    const renderer = new CompletionsRenderer({ face, request });
    const frames = parts.map((part) => renderer.push(part)).join('') + renderer.finish(settled);
    const client = createClient(frames, 'text/event-stream');
    const stream = await client.completions.create({ ...body, stream: true });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.text)).toEqual(['Once upon ', 'a time', '']);
    expect(chunks.map(({ object }) => object)).toEqual(Array(3).fill('text_completion'));
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { total_tokens: 19 },
    });
  });

  it('raises an error in the middle of a stream', async () => {
    const renderer = new CompletionsRenderer({ face, request });
    const frames = renderer.push({ type: 'text-delta', text: 'a' });
    const failure = renderer.fail(new AppError('upstream_unavailable'));
    const client = createClient(frames + failure, 'text/event-stream');
    const stream = await client.completions.create({ ...body, stream: true });
    const readAll = async (): Promise<void> => {
      for await (const _ of stream);
    };
    await expect(readAll()).rejects.toBeInstanceOf(APIError);
  });
});
