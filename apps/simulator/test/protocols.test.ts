import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { startSimulator, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;
let anthropic: Anthropic;
let openai: OpenAI;

beforeAll(async () => {
  simulator = await startSimulator();
  const origin = simulator.baseUrl.replace(/\/v1$/, '');
  anthropic = new Anthropic({ apiKey: 'some-key', baseURL: origin, maxRetries: 0 });
  openai = new OpenAI({ apiKey: 'some-key', baseURL: simulator.baseUrl, maxRetries: 0 });
});
afterAll(() => simulator.stop());

const weather = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
};

interface GeminiAnswer {
  readonly candidates: {
    content: { parts: Record<string, unknown>[] };
    finishReason?: string;
  }[];
  readonly usageMetadata?: Record<string, number>;
}

async function generate(
  text: string,
  body: object = {},
  method = 'generateContent',
): Promise<GeminiAnswer[]> {
  const answer = await fetch(`${simulator.baseUrl}/models/gem:${method}?alt=sse`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'some-key' },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }], ...body }),
  });
  const raw = await answer.text();
  const chunks = raw.startsWith('data: ')
    ? raw.split('\r\n\r\n').filter((chunk) => chunk !== '')
    : [raw];
  return chunks.map((chunk) => JSON.parse(chunk.replace(/^data: /, '')) as GeminiAnswer);
}

describe('the Messages API', () => {
  const ask = (content: string): Anthropic.MessageCreateParamsNonStreaming => ({
    model: 'claude',
    max_tokens: 100,
    messages: [{ role: 'user', content }],
  });

  it('answers its official client, plain and streaming', async () => {
    const plain = await anthropic.messages.create(
      ask('Hello [[sim:tokens=5,reasoning=3,cached=2]]'),
    );
    const streamed = await anthropic.messages
      .stream(ask('Hello [[sim:tokens=5,reasoning=3,cached=2]]'))
      .finalMessage();
    expect(plain.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(streamed.content).toMatchObject([{ type: 'thinking' }, plain.content[1]]);
    expect(streamed.usage).toMatchObject({ cache_read_input_tokens: 2, output_tokens: 8 });
    expect(plain.stop_reason).toBe('end_turn');
  });

  it('calls tools in parallel, with arguments that fit their schema', async () => {
    const tools = [{ name: 'weather', input_schema: weather }];
    const message = await anthropic.messages
      .stream({ ...ask('[[sim:tool_calls=2]]'), tools })
      .finalMessage();
    const input = { city: 'Paris', days: 1 };
    expect(message.content).toMatchObject([
      { type: 'tool_use', name: 'weather', input },
      { type: 'tool_use', name: 'weather', input },
    ]);
    expect(message.stop_reason).toBe('tool_use');
  });

  it('calls the tool of the script with the arguments of the script', async () => {
    const input = { city: 'Oslo, Norway' };
    const words = Buffer.from(JSON.stringify(input)).toString('base64url');
    const tools = ['calendar', 'weather'].map((name) => ({ name, input_schema: weather }));
    const message = await anthropic.messages.create({
      ...ask(`[[sim:tool=weather,tool_args=${words}]]`),
      tools,
    });
    expect(message.content).toMatchObject([{ type: 'tool_use', name: 'weather', input }]);
  });

  it('names the stop sequence that it met', async () => {
    const message = await anthropic.messages.create({
      ...ask('Hello'),
      stop_sequences: ['nowhere', ' for'],
    });
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: ' for' });
    expect(message.content).toEqual([{ type: 'text', text: 'The gate opens' }]);
  });

  it('counts tokens', async () => {
    const { max_tokens: _limit, ...request } = ask('Hello there, gate keeper.');
    const { input_tokens: counted } = await anthropic.messages.countTokens(request);
    const { usage } = await anthropic.messages.create(ask('Hello there, gate keeper.'));
    expect(counted).toBe(usage.input_tokens);
  });

  it.each([
    ['a first message of the assistant', [{ role: 'assistant', content: 'a' }]],
    ['an empty text', [{ role: 'user', content: [{ type: 'text', text: '' }] }]],
    [
      'a result without its call',
      [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }],
    ],
    [
      'a thought that it did not sign',
      [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] },
      ],
    ],
  ])('refuses %s', async (_name, messages) => {
    const call = anthropic.messages.create({
      model: 'claude',
      max_tokens: 10,
      messages: messages as Anthropic.MessageParam[],
    });
    await expect(call).rejects.toMatchObject({ status: 400 });
  });

  it('takes a system message inside the conversation only with its beta', async () => {
    const request = {
      model: 'claude',
      max_tokens: 10,
      messages: [
        { role: 'user' as const, content: 'Hello [[sim:tokens=2]]' },
        { role: 'system' as const, content: 'Be brief.' },
      ],
    };
    const betas = ['claude-code-20250219', 'mid-conversation-system-2026-04-07'];
    const message = await anthropic.beta.messages.create({ ...request, betas });
    expect(message.content).toEqual([{ type: 'text', text: 'The gate' }]);
    await expect(anthropic.beta.messages.create(request)).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    [401, Anthropic.AuthenticationError],
    [429, Anthropic.RateLimitError],
    [500, Anthropic.InternalServerError],
  ])('fails with %i as its client knows it', async (status, expected) => {
    await expect(anthropic.messages.create(ask(`[[sim:status=${status}]]`))).rejects.toBeInstanceOf(
      expected,
    );
  });

  it('reports a failure inside a stream', async () => {
    const stream = anthropic.messages.stream(ask('[[sim:error_after=2]]'));
    await expect(stream.finalMessage()).rejects.toThrow('Overloaded');
  });
});

describe('the Responses API', () => {
  it('answers its official client, plain and streaming', async () => {
    const request = { model: 'gpt', input: 'Hello [[sim:tokens=4,reasoning=2,cached=1]]' };
    const plain = await openai.responses.create(request);
    const streamed = await openai.responses.stream(request).finalResponse();
    expect(plain.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(plain.output_text).toBe('The gate opens for');
    expect(streamed.output_text).toBe(plain.output_text);
    expect(streamed.usage).toMatchObject({
      input_tokens_details: { cached_tokens: 1 },
      output_tokens: 6,
      output_tokens_details: { reasoning_tokens: 2 },
    });
  });

  it('calls tools and stops when they have answered', async () => {
    const tools = [
      { type: 'function' as const, name: 'weather', parameters: weather, strict: false },
    ];
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: '[[sim:tool_call]]' }];
    const first = await openai.responses.stream({ model: 'gpt', input, tools }).finalResponse();
    const [call] = first.output;
    if (call?.type !== 'function_call') throw new Error('no call');
    expect(JSON.parse(call.arguments)).toEqual({ city: 'Paris', days: 1 });
    const output = {
      type: 'function_call_output' as const,
      call_id: call.call_id,
      output: 'sunny',
    };
    const second = await openai.responses.create({
      model: 'gpt',
      input: [...input, call, output],
      tools,
    });
    expect(second.output_text).toMatch(/^The gate/);
  });

  it('reports a failure inside a stream', async () => {
    const types: string[] = [];
    const stream = await openai.responses.create({
      model: 'gpt',
      input: '[[sim:error_after=1]]',
      stream: true,
    });
    for await (const event of stream) types.push(event.type);
    expect(types.at(-1)).toBe('response.failed');
  });
});

describe('the Gemini API', () => {
  it('answers with thinking, text and a usage that is final with the finish reason', async () => {
    const chunks = await generate(
      'Hello [[sim:tokens=3,reasoning=2]]',
      {},
      'streamGenerateContent',
    );
    const parts = chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []);
    const text = parts
      .filter(({ thought }) => thought !== true)
      .map((part) => part['text'])
      .join('');
    expect(text).toBe('The gate opens');
    expect(parts.filter(({ thought }) => thought === true)).toHaveLength(2);
    expect(chunks.at(-1)?.candidates[0]?.finishReason).toBe('STOP');
    expect(chunks.at(-1)?.usageMetadata).toMatchObject({
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
    });
  });

  it('calls functions', async () => {
    const tools = [{ functionDeclarations: [{ name: 'weather', parameters: weather }] }];
    const [answer] = await generate('[[sim:tool_call]]', { tools });
    expect(answer?.candidates[0]?.content.parts[0]).toMatchObject({
      functionCall: { name: 'weather', args: { city: 'Paris', days: 1 } },
    });
  });

  it('answers 400 to an unknown key', async () => {
    const answer = await fetch(`${simulator.baseUrl}/models/gem:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': 'bad-key-1' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('API_KEY_INVALID');
  });
});

describe('embeddings', () => {
  it('are the same for the same text, in either encoding', async () => {
    const floats = await openai.embeddings.create({
      model: 'embed',
      input: ['a', 'b'],
      encoding_format: 'float',
    });
    const base64 = await openai.embeddings.create({ model: 'embed', input: ['a', 'b'] });
    expect(floats.data).toHaveLength(2);
    base64.data.forEach(({ embedding }, index) =>
      embedding.forEach((value, place) =>
        expect(value).toBeCloseTo(floats.data[index]?.embedding[place] ?? Number.NaN, 5),
      ),
    );
  });
});

describe('legacy completions', () => {
  it('answer their official client, plain and streaming', async () => {
    const ask = { model: 'instruct', prompt: ['One', 'Two'], n: 2, echo: true, max_tokens: 3 };
    const plain = await openai.completions.create({ ...ask, best_of: 3, logprobs: 1 });
    expect(plain).toMatchObject({ object: 'text_completion', model: 'instruct' });
    expect(plain.choices.map(({ index, text }) => `${index} ${text}`)).toEqual([
      '0 OneThe gate opens',
      '1 OneThe gate opens',
      '2 TwoThe gate opens',
      '3 TwoThe gate opens',
    ]);
    expect(plain.choices[0]).toMatchObject({
      finish_reason: 'length',
      logprobs: { tokens: ['The', ' gate', ' opens'], text_offset: [0, 3, 8] },
    });
    // All that was generated is billed: three tries for each of two prompts.
    expect(plain.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 18 });
    const stream = await openai.completions.create({
      ...ask,
      stream: true,
      stream_options: { include_usage: true },
    });
    const texts = ['', '', '', ''];
    let usage: unknown;
    for await (const chunk of stream) {
      for (const { index, text } of chunk.choices) texts[index] += text;
      usage = chunk.usage ?? usage;
    }
    expect(texts).toEqual(plain.choices.map(({ text }) => text));
    expect(usage).toMatchObject({ completion_tokens: 12 });
  });
});

describe('moderations', () => {
  it('judge each text, and parts together', async () => {
    const { model, results } = await openai.moderations.create({ input: ['hello', 'kill it'] });
    expect(model).toBe('omni-moderation-latest');
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]).toMatchObject({
      categories: { violence: true, harassment: false },
      category_scores: { violence: 0.97 },
      category_applied_input_types: { violence: ['text'] },
    });
    const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } } as const;
    const parts = await openai.moderations.create({ input: [{ type: 'text', text: 'a' }, image] });
    expect(parts.results).toMatchObject([
      {
        flagged: false,
        category_applied_input_types: { violence: ['text', 'image'], hate: ['text'] },
      },
    ]);
  });
});

describe('rankings', () => {
  const query = 'the gate';
  const documents = ['a road', 'the gate opens'];
  const rank = (path: string, body: object) =>
    simulator.send({ path, body: { query, documents, ...body } });

  it('have the shape of Cohere', async () => {
    const { status, text } = await rank('/v2/rerank', { model: 'rerank-v3.5', top_n: 1 });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      id: expect.any(String) as string,
      results: [{ index: 1, relevance_score: 1 }],
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    });
    const refused = await rank('/v2/rerank', { model: 'rerank-v3.5', return_documents: true });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('return_documents'),
    ]);
  });

  it('have the shape of Jina, with documents unless they are declined', async () => {
    const { text } = await rank('/v1/rerank', { model: 'jina-reranker-v2', top_n: 1 });
    expect(JSON.parse(text)).toEqual({
      model: 'jina-reranker-v2',
      usage: { total_tokens: 10, prompt_tokens: 10 },
      results: [{ index: 1, relevance_score: 1, document: { text: 'the gate opens' } }],
    });
  });

  it('have the shape of Voyage, which knows no top_n', async () => {
    const { text } = await rank('/v1/rerank', { model: 'rerank-2.5', top_k: 1 });
    expect(JSON.parse(text)).toEqual({
      object: 'list',
      data: [{ index: 1, relevance_score: 1 }],
      model: 'rerank-2.5',
      usage: { total_tokens: 10 },
    });
    expect((await rank('/v1/rerank', { model: 'rerank-2.5', top_n: 1 })).status).toBe(400);
  });
});

describe('every stream', () => {
  it.each(['chat/completions', 'messages', 'responses'])(
    'of %s is the same when it is torn into pieces of any size',
    async (path) => {
      const read = async (words: string): Promise<string> => {
        const content = `Grüße [[sim:echo ${words}]]`;
        const body = {
          model: 'm',
          max_tokens: 50,
          messages: [{ role: 'user', content }],
          input: content,
          stream: true,
        };
        const answer = await fetch(`${simulator.baseUrl}/${path}`, {
          method: 'POST',
          headers: { authorization: 'Bearer k', 'x-api-key': 'k' },
          body: JSON.stringify(body),
        });
        return (await answer.text()).replace(
          /"(?:id|item_id)":"[^"]*"|"created(?:_at)?":\d+|"completed_at":\d+/g,
          '',
        );
      };
      const whole = await read('slice_bytes=0');
      expect(whole).toContain('Grüße');
      for (const size of [1, 3, 7]) {
        expect(
          (await read(`slice_bytes=${size}`)).replaceAll(`slice_bytes=${size}`, 'slice_bytes=0'),
        ).toBe(whole);
      }
    },
  );
});
