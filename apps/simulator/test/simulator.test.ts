import OpenAI from 'openai';
import { startSimulator, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startSimulator();
  client = new OpenAI({ apiKey: 'some-key', baseURL: simulator.baseUrl, maxRetries: 0 });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.stop());

const hello = [{ role: 'user' as const, content: 'Hello there, gate keeper.' }];
const streamed = { stream: true, stream_options: { include_usage: true } };

interface Chunk {
  readonly id: string;
  readonly choices: { index: number; delta: Record<string, unknown>; finish_reason: unknown }[];
  readonly usage?: Record<string, unknown> | null;
}

function parseEvents(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => event.replace(/^data: /, ''));
}

function parseChunks(text: string): Chunk[] {
  return parseEvents(text)
    .filter((event) => event !== '[DONE]')
    .map((event) => JSON.parse(event) as Chunk);
}

describe('a plain answer', () => {
  it('is what the official client expects', async () => {
    const completion = await client.chat.completions.create({ model: 'chat', messages: hello });
    expect(completion.id).toMatch(/^chatcmpl-[A-Za-z0-9]{29}$/);
    expect(completion.object).toBe('chat.completion');
    expect(completion.choices).toHaveLength(1);
    expect(completion.choices[0]?.message.content).toMatch(/^The gate opens/);
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toEqual({
      prompt_tokens: 13,
      completion_tokens: 12,
      total_tokens: 25,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    });
  });

  it('counts the same request always the same', async () => {
    const usages = await Promise.all(
      [1, 2, 3].map(async () => {
        const body = { model: 'chat', messages: hello };
        return (await client.chat.completions.create(body)).usage;
      }),
    );
    expect(new Set(usages.map((usage) => JSON.stringify(usage))).size).toBe(1);
  });

  it('stops at the limit of the caller with the finish reason length', async () => {
    for (const limit of [{ max_tokens: 5 }, { max_completion_tokens: 5 }]) {
      const body = { model: 'chat', messages: hello, ...limit };
      const completion = await client.chat.completions.create(body);
      expect(completion.usage?.completion_tokens).toBe(5);
      expect(completion.choices[0]?.finish_reason).toBe('length');
      expect(completion.choices[0]?.message.content?.split(' ')).toHaveLength(5);
    }
  });

  it('has as many choices as requested, and counts each', async () => {
    const body = { model: 'chat', messages: hello, n: 3 };
    const completion = await client.chat.completions.create(body);
    expect(completion.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(completion.usage?.completion_tokens).toBe(36);
  });

  it('can have cached and reasoning tokens', async () => {
    const { text } = await simulator.chat('Hi [[sim:cached=4,reasoning=30,tokens=10]]');
    expect((JSON.parse(text) as { usage: object }).usage).toMatchObject({
      completion_tokens: 40,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 30 },
    });
  });

  it('can be the call of a tool', async () => {
    const completion = await client.chat.completions.create({
      model: 'chat+tool_call',
      messages: hello,
      tools: [{ type: 'function', function: { name: 'open_gate', parameters: {} } }],
    });
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(choice?.message.content).toBeNull();
    expect(choice?.message.tool_calls).toEqual([
      {
        id: expect.stringMatching(/^call_/),
        type: 'function',
        function: { name: 'open_gate', arguments: '{"city":"Paris"}' },
      },
    ]);
  });
});

describe('a streamed answer', () => {
  it('has the role first, then the content, the finish, the usage and the end', async () => {
    const { text, headers } = await simulator.chat('Hi [[sim:tokens=3]]', streamed);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(parseEvents(text).at(-1)).toBe('[DONE]');
    const chunks = parseChunks(text);
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'The' },
      { content: ' gate' },
      { content: ' opens' },
      {},
      undefined,
    ]);
    expect(chunks[4]?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.slice(0, 5).every(({ usage }) => usage === null)).toBe(true);
    expect(chunks[5]?.choices).toEqual([]);
    expect(chunks[5]?.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 3 });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it('has no usage unless it was requested', async () => {
    const { text } = await simulator.chat('Hi', { stream: true });
    expect(text).not.toContain('"usage"');
  });

  it('is what the official client expects', async () => {
    const stream = await client.chat.completions.create({
      model: 'chat',
      messages: hello,
      stream: true,
    });
    let content = '';
    for await (const chunk of stream) content += chunk.choices[0]?.delta.content ?? '';
    const plain = await client.chat.completions.create({ model: 'chat', messages: hello });
    expect(content).toBe(plain.choices[0]?.message.content);
  });

  it('brings the arguments of a tool call in pieces', async () => {
    const chunks = parseChunks((await simulator.chat('[[sim:tool_call]]', streamed)).text);
    const pieces = chunks.flatMap(({ choices }) => {
      const calls = choices[0]?.delta['tool_calls'] as { function: { arguments: string } }[];
      return calls?.map((call) => call.function.arguments) ?? [];
    });
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe('{"city":"Paris"}');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('is paced on request', async () => {
    const startedMs = Date.now();
    const { isComplete } = await simulator.chat(
      '[[sim:tokens=5,delay_ms=50,chunk_delay_ms=20]]',
      streamed,
    );
    expect(isComplete).toBe(true);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(50 + 9 * 20 - 10);
  });

  it('may be long', async () => {
    const chunks = parseChunks((await simulator.chat('[[sim:tokens=20000]]', streamed)).text);
    expect(chunks).toHaveLength(20_003);
  });
});

describe('a refused call', () => {
  it.each([
    ['', "You didn't provide an API key"],
    ['bad-key', 'Incorrect API key provided: bad-key'],
    ['bad-key-canary-1234', 'bad-key-*****1234'],
  ])('has no good key: %p', async (key, message) => {
    const reply = await simulator.send({ key, body: { model: 'chat', messages: hello } });
    expect(reply.status).toBe(401);
    expect((JSON.parse(reply.text) as { error: { message: string } }).error.message).toContain(
      message,
    );
    expect((await simulator.getCalls()).total).toBe(0);
  });

  it.each([
    ['{', 'We could not parse the JSON body of your request.'],
    ['[]', 'We could not parse the JSON body of your request.'],
    [{ messages: hello }, "Missing required parameter: 'model'."],
    [{ model: 'chat', messages: [] }, "Missing required parameter: 'messages'."],
  ])('has a bad body: %p', async (body, message) => {
    const reply = await simulator.send({ body });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({
      error: { message, type: 'invalid_request_error' },
    });
  });

  it('has an unknown address', async () => {
    const reply = await simulator.send({ path: '/v1/unknown' });
    expect(reply.status).toBe(404);
    expect(reply.text).toContain('Invalid URL (POST /v1/unknown)');
  });

  it.each([400, 401, 403, 429, 500, 503])('has the requested status: %p', async (code) => {
    for (const extra of [{}, streamed]) {
      const reply = await simulator.chat(`[[sim:status=${code}]]`, extra);
      expect(reply.status).toBe(code);
      expect(JSON.parse(reply.text)).toMatchObject({ error: { message: expect.any(String) } });
      expect(reply.headers['retry-after']).toBe(code === 429 ? '7' : undefined);
    }
  });
});

describe('the models', () => {
  it('are listed', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toContain('chat');
    expect((await simulator.send({ method: 'GET', path: '/v1/models', key: '' })).status).toBe(401);
  });
});
