import { openAiChat } from '@tollgate/dialects/openai-chat';
import { SseReader } from '@tollgate/model-kit';
import { emptyUsage, type UpstreamRequest, type UpstreamTarget } from '@tollgate/model-spec';
import { providerRows, type ProviderQuirks, type ProviderRow } from '@tollgate/provider-table';
import { openai } from '@tollgate/providers/openai';
import { makeUpstreamTarget } from '@tollgate/testing';
import { startSimulator, type Reply, type SimulatorUnderTest } from './start-simulator';

type Body = Record<string, unknown>;

const rows = providerRows.filter(({ protocol }) => protocol === 'openai');
const face = { ulid: '01J9', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 7 };
const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
const eventBytesMax = 1_000_000;
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    strict: true,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};

/** A request with everything that some provider refuses. */
const demanding: Body = {
  model: 'acme/chat-1',
  messages: [
    { role: 'developer', content: 'Be brief' },
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: 'Hi',
      reasoning: 'Hm',
      reasoning_content: 'Hm',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }],
    },
    { role: 'user', content: 'Go on [[sim:reasoning=2,show_reasoning,lean]]' },
  ],
  tools: [weather],
  max_completion_tokens: 60,
  stop: ['<1>', '<2>', '<3>', '<4>'],
  reasoning: { effort: 'low' },
  enable_thinking: true,
};

let simulator: SimulatorUnderTest;

beforeAll(async () => {
  simulator = await startSimulator();
});

afterAll(() => simulator.stop());

/** The family of OpenAI, for which the gateway changes least. */
function makeTarget({ id, quirks }: ProviderRow): UpstreamTarget {
  return makeUpstreamTarget({ baseUrl: `/as/${id}/v1`, family: 'openai', headers: {}, quirks });
}

function send({ body, headers, url: path }: UpstreamRequest): Promise<Reply> {
  return simulator.send({ path, body, headers: { ...headers }, key: '' });
}

async function passPlain(row: ProviderRow, body: Body): Promise<Body> {
  const bodyText = JSON.stringify(body);
  const request = openAiChat.parseRequest(bodyText, body);
  const target = makeTarget(row);
  const input = { body, bodyText, isStreaming: false, target, clientHeaders: {} };
  const reply = await send(openai.forwardRequest(input));
  expect([row.id, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([row.id, 200, '']);
  const reading = openai.readAnswer(JSON.parse(reply.text) as Body);
  expect([row.id, reading.usage.kind]).toEqual([row.id, 'usage']);
  return JSON.parse(openAiChat.passResponse(reply.text, { face, request }, settled)) as Body;
}

async function passStream(row: ProviderRow, given: Body): Promise<Body[]> {
  const body = { ...given, stream: true };
  const bodyText = JSON.stringify(body);
  const request = openAiChat.parseRequest(bodyText, body);
  const target = makeTarget(row);
  const input = { body, bodyText, isStreaming: true, target, clientHeaders: {} };
  const reply = await send(openai.forwardRequest(input));
  expect([row.id, reply.status]).toEqual([row.id, 200]);
  const stream = openAiChat.createPassStream({ face, request, adapter: openai });
  const events = new SseReader(eventBytesMax).push(Buffer.from(reply.text));
  const frames = events.map((event) => stream.push(event)).join('') + stream.finish(settled);
  expect([row.id, stream.usage.kind, stream.isDone]).toEqual([row.id, 'usage', true]);
  return new SseReader(eventBytesMax)
    .push(Buffer.from(frames))
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data) as Body);
}

const firstChoice = (body: Body): Body => (body['choices'] as Body[])[0] ?? {};

describe.each(rows.map((row) => [row.id, row] as const))('the provider %s', (_id, row) => {
  it('accepts a plain request of the gateway, and its answer is complete', async () => {
    const answer = await passPlain(row, demanding);
    expect(answer).toMatchObject({ object: 'chat.completion', created: expect.any(Number) });
    expect(firstChoice(answer)).toMatchObject({
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: expect.stringMatching(/\w/),
        reasoning: expect.stringMatching(/\w/),
      },
    });
  });

  it('accepts a stream of the gateway, which is complete and has its usage', async () => {
    const chunks = await passStream(row, demanding);
    expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk' });
    const deltas = chunks.map((chunk) => firstChoice(chunk)['delta'] as Body);
    expect(deltas[0]).toMatchObject({ role: 'assistant' });
    const join = (name: string): string =>
      deltas.map(({ [name]: text }) => (typeof text === 'string' ? text : '')).join('');
    expect(join('reasoning')).toMatch(/\w/);
    expect(join('content')).toMatch(/\w/);
    expect(firstChoice(chunks.at(-1) ?? {})).toMatchObject({ finish_reason: 'stop' });
  });

  it('calls tools, and its calls are complete', async () => {
    const messages = [{ role: 'user', content: 'Weather? [[sim:tool_calls=2,lean]]' }];
    const answer = await passPlain(row, { ...demanding, messages });
    expect(firstChoice(answer)).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [
          { id: expect.any(String), type: 'function', function: { name: 'get_weather' } },
          { id: expect.any(String), type: 'function', function: { name: 'get_weather' } },
        ],
      },
    });
    const chunks = await passStream(row, { ...demanding, messages });
    const calls = chunks.flatMap(
      (chunk) => ((firstChoice(chunk)['delta'] as Body)['tool_calls'] ?? []) as Body[],
    );
    expect(new Set(calls.map(({ index }) => index))).toEqual(new Set([0, 1]));
    const begun = calls.filter(({ id }) => id !== undefined);
    expect(begun.map(({ type }) => type)).toEqual(['function', 'function']);
  });
});

describe('a provider with quirks', () => {
  const refusals: readonly (readonly [keyof ProviderQuirks, Body])[] = [
    ['outputLimit', { max_completion_tokens: 5 }],
    ['developerRole', { messages: [{ role: 'developer', content: 'a' }] }],
    ['strictTools', { tools: [weather] }],
    ['streamOptions', { stream: true, stream_options: { include_usage: true } }],
    ['refusedFields', { enable_thinking: false }],
    ['stopsMax', { stop: Array.from({ length: 17 }, (_, index) => `<${index}>`) }],
    [
      'earlierReasoning',
      { messages: [{ role: 'assistant', content: 'a', reasoning_details: [] }] },
    ],
  ];

  it.each(refusals)(
    'refuses what %s forbids, and other providers accept it',
    async (name, body) => {
      const isRefusing = (row: ProviderRow): boolean => row.quirks?.[name] !== undefined;
      expect(rows.some(isRefusing)).toBe(true);
      for (const row of rows) {
        const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body };
        const path = `/as/${row.id}/v1/chat/completions`;
        const reply = await simulator.send({ path, body: request });
        expect([row.id, reply.status]).toEqual([row.id, isRefusing(row) ? 400 : 200]);
      }
    },
  );

  it('needs no key when it is self-hosted', async () => {
    for (const { id, isSelfHosted } of rows) {
      const reply = await simulator.send({ method: 'GET', path: `/as/${id}/v1/models`, key: '' });
      expect([id, reply.status]).toEqual([id, isSelfHosted ? 200 : 401]);
    }
  });

  it('is unknown under any other name', async () => {
    const reply = await simulator.send({ path: '/as/unknown/v1/chat/completions', body: {} });
    expect(reply.status).toBe(404);
  });
});
