import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import OpenAI from 'openai';
import { openAiResponses } from './dialect';

const face = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/chat-1',
  requestId: 'req_1',
  createdAtSeconds: 1_763_110_800,
};
const usage = { ...emptyUsage, input: 3, output: 2 };
const tools = [
  { type: 'function', name: 'f', parameters: { type: 'object' }, strict: false } as const,
  { type: 'custom', name: 'patch' } as const,
];
const body = { model: 'acme/chat-1', input: 'Hello', stream: true, tools };
const createRenderer = (): ReturnType<typeof openAiResponses.createStreamRenderer> => {
  const request = openAiResponses.parseRequest(JSON.stringify(body), body);
  return openAiResponses.createStreamRenderer({ face, request });
};

const parts: readonly StreamPart[] = [
  { type: 'reasoning-delta', text: 'hm', format: 'anthropic' },
  { type: 'reasoning-end', format: 'anthropic', signature: 'sig' },
  { type: 'text-delta', text: 'Hel' },
  { type: 'text-delta', text: 'lo' },
  { type: 'annotation', annotation: { url: 'https://a.test' } },
  { type: 'refusal-delta', text: 'No.' },
  { type: 'tool-call-start', index: 0, id: 'call_1', name: 'f', thoughtSignature: 'g' },
  { type: 'tool-call-start', index: 1, id: 'call_2', name: 'patch' },
  { type: 'tool-call-delta', index: 1, arguments: '{"input":"x"}' },
  { type: 'tool-call-delta', index: 0, arguments: '{"a":1}' },
  { type: 'image', url: 'data:image/png;base64,AA' },
  { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'stop' },
];
const renderWhole = (): string => {
  const renderer = createRenderer();
  const frames = parts.map((part) => renderer.push(part)).join('');
  return frames + renderer.finish({ usage, costNanos: 1_000n, upstream: undefined });
};
const renderFailed = (): string => {
  const renderer = createRenderer();
  const frames = parts.slice(0, 3).map((part) => renderer.push(part));
  return frames.join('') + renderer.fail(new AppError('upstream_unavailable'));
};

const answerWith = (frames: string) => (): Promise<Response> =>
  Promise.resolve(new Response(frames, { headers: { 'content-type': 'text/event-stream' } }));
const createClient = (frames: string): OpenAI =>
  new OpenAI({ apiKey: 'none', baseURL: 'https://gateway.test/v1', fetch: answerWith(frames) });

describe("OpenAI's own client", () => {
  it('puts a translated stream together', async () => {
    const stream = createClient(renderWhole()).responses.stream({ ...body, stream: true });
    const response = await stream.finalResponse();
    expect(response).toMatchObject({
      id: `resp_${face.ulid}`,
      status: 'completed',
      output_text: 'Hello',
      usage: { total_tokens: 5 },
    });
    expect(response.output.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'message',
      'reasoning',
      'function_call',
      'custom_tool_call',
      'image_generation_call',
    ]);
  });

  it('receives a failure in the stream', async () => {
    const events = await createClient(renderFailed()).responses.create({ ...body, stream: true });
    const types: string[] = [];
    for await (const { type } of events) types.push(type);
    expect(types.at(-1)).toBe('response.failed');
  });
});

describe('the client of the AI SDK', () => {
  const read = async (frames: string): Promise<{ type: string }[]> => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({ apiKey: 'none', fetch: answerWith(frames) });
    const { stream } = await provider.responses('acme/chat-1').doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    });
    const read: { type: string }[] = [];
    for await (const part of stream as unknown as AsyncIterable<{ type: string }>) read.push(part);
    return read;
  };

  it('finds nothing wrong in a translated stream', async () => {
    const seen = await read(renderWhole());
    expect(seen.filter(({ type }) => type === 'error')).toEqual([]);
    expect(seen).toContainEqual(
      expect.objectContaining({ type: 'tool-call', toolCallId: 'call_1', input: '{"a":1}' }),
    );
    expect(seen.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
    });
  });

  it('receives a failure in the stream', async () => {
    const seen = await read(renderFailed());
    expect(seen.map(({ type }) => type)).toContain('text-delta');
    expect(JSON.stringify(seen)).toContain('The provider failed');
  });
});
