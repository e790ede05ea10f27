import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import {
  callDialect,
  dialectFaces,
  dialectNames,
  type DialectAnswer,
  type DialectName,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { listLimits } from '../test/support/list-limits';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
type Fields = Readonly<Record<string, unknown>>;
/** USD per million. */
const spokenPrices = { prompt: '1', completion: '2', audioOutput: '100' };
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
  await Promise.all([
    addModel(gateway, {
      id: 'film/maker',
      document: { kind: 'video', prices: { videoSecond: '1' } },
    }),
    addModel(gateway, { id: 'brush/one', document: { kind: 'image', prices: { image: '1' } } }),
    addModel(gateway, { id: 'gift/chat', document: { prices: { prompt: null } } }),
    addModel(gateway, {
      id: 'bare/chat',
      document: { outputModalities: ['text'], supportedParameters: ['response_format'] },
    }),
    addModel(gateway, {
      id: 'spoken/chat',
      document: { outputModalities: ['text', 'audio'], prices: spokenPrices },
    }),
    addModel(gateway, { id: 'narrow/chat', document: { contextLength: 2_000 } }),
    ...protocolModels.map(([protocol]) =>
      addModel(gateway, {
        id: `short-${protocol}/chat`,
        protocol,
        document: { maxCompletionTokens: 40 },
      }),
    ),
  ]);
});
beforeEach(() => resetSimulator(gateway, true));

function ask(
  dialect: DialectName,
  model: string,
  body: Fields = {},
  content = 'Hello',
): Promise<DialectAnswer> {
  return callDialect(gateway, dialect, { bearer: account.key, model, body, content });
}

/** The one request that reached the provider. */
async function readSent(): Promise<Json> {
  const { calls } = await readSimulatedCalls(gateway);
  expect(calls).toHaveLength(1);
  return JSON.parse(calls[0]?.request?.body ?? 'null');
}

function readReceipt(generationId: string): Promise<Json> {
  return waitUntil(
    async () => {
      const path = `/v1/generation?id=${generationId}`;
      const receipt = await gateway.call(path, { bearer: account.key });
      return receipt.status === 200 ? receipt.json.data : undefined;
    },
    { timeoutMs: 30_000, what: 'the generation record' },
  );
}

const tools: Readonly<Record<DialectName, unknown>> = {
  chat: [{ type: 'function', function: { name: 'f' } }],
  responses: [{ type: 'function', name: 'f' }],
  messages: [{ name: 'f', input_schema: { type: 'object' } }],
};

describe.each(dialectNames)('on %s', (dialect) => {
  it.each([
    ['an embedding model', 'simulator/embed', 'embedding_on_chat_endpoint'],
    ['a video model', 'film/maker', 'wrong_endpoint_for_video'],
    ['an image model', 'brush/one', 'model_endpoint_mismatch'],
    ['a model without a price', 'gift/chat', 'model_not_priced'],
  ])('%s (%s) is 400 %s', async (_name, model, code) => {
    const { json, status } = await ask(dialect, model);
    expect([status, json.error.code, json.error.param]).toEqual([400, code, 'model']);
  });

  it('tools for a model that cannot use them are 400 tool_use_unsupported', async () => {
    const { json, status } = await ask(dialect, 'bare/chat', { tools: tools[dialect] });
    const { code, param } = json.error;
    expect([status, code, param]).toEqual([400, 'tool_use_unsupported', 'tools']);
    expect((await ask(dialect, 'bare/chat', { tools: [] })).status).toBe(200);
  });

  it.each(protocolModels)(
    'an overflow that the %s provider reports is answered with both phrases',
    async (...way) => {
      const content = '[[sim:status=400,code=context_length_exceeded]]';
      const { json, status } = await ask(dialect, way[1], {}, content);
      expect([status, json.error.code]).toEqual([400, 'context_too_long']);
      expect(json.error.message).toMatch(/prompt is too long|exceed context limit/);
      expect(json.error.message).toContain('maximum context length');
    },
  );

  it.each(protocolModels)(
    'lowers a limit of output above the maximum, over the %s protocol',
    async (...way) => {
      const field = { chat: 'max_tokens', responses: 'max_output_tokens', messages: 'max_tokens' };
      const body = { [field[dialect]]: 41 };
      const answer = await ask(dialect, `short-${way[0]}/chat`, body, '[[sim:tokens=60]]');
      // Clients ask every model for what the largest one gives.
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-tollgate-clamped')).toBe('max_tokens');
      const sent = await readSent();
      expect(listLimits(sent)).toEqual([40]);
    },
  );
});

describe('a choice of several', () => {
  it('is made where the provider can', async () => {
    const answer = await ask('chat', 'simulator/chat', { n: 3 });
    expect(answer.json.choices.map(({ index }: Json) => index)).toEqual([0, 1, 2]);
    expect((await readSent()).n).toBe(3);
  });

  it.each(protocolModels.slice(1))(
    'is made by several requests over the %s protocol, and charged together',
    async (_protocol, model) => {
      const one = await ask('chat', model);
      await resetSimulator(gateway, true);
      const body = { bearer: account.key, model, body: { n: 3 }, content: 'Hello' };
      const plain = await callDialect(gateway, 'chat', body);
      expect(plain.json.choices.map(({ index }: Json) => index)).toEqual([0, 1, 2]);
      for (const name of ['prompt_tokens', 'completion_tokens']) {
        expect(plain.json.usage[name]).toBe(3 * one.json.usage[name]);
      }
      expect((await readSimulatedCalls(gateway)).calls).toHaveLength(3);
      const streamed = await callDialect(gateway, 'chat', { ...body, isStreaming: true });
      const finished = streamed.events.flatMap(({ data }) =>
        (data.choices ?? []).filter((choice: Json) => choice.finish_reason),
      );
      expect(finished.map(({ index }: Json) => index)).toEqual([0, 1, 2]);
      const [told, ...more] = dialectFaces.chat.readUsages(streamed);
      expect([told?.output, more]).toEqual([plain.json.usage.completion_tokens, []]);
      const receipt = await readReceipt(streamed.headers.get('x-generation-id') ?? '');
      expect(receipt).toMatchObject({
        tokens_prompt: plain.json.usage.prompt_tokens,
        total_cost: plain.json.usage.cost,
      });
    },
  );

  it('is refused where it would be too many requests', async () => {
    const { json, status } = await ask('chat', 'simulator/claude', { n: 17 });
    const { code, param } = json.error;
    expect([status, code, param]).toEqual([400, 'unsupported_param', 'n']);
  });

  it('is given up when one of its requests fails', async () => {
    const content = '[[sim:status=500]]';
    const { json, status } = await ask('chat', 'simulator/claude', { n: 3 }, content);
    expect([status, json.error.code]).toEqual([502, 'upstream_unavailable']);
    const { reserved } = await readSettledCredits(gateway, account.key);
    expect(reserved).toBe(0n);
  });
});

describe('a spoken answer', () => {
  const spoken = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } };
  /** 10 tokens of text, and 60 of sound. */
  const content = '[[sim:tokens=10]]';

  const priceOf = ({ completion_tokens_details: details, ...usage }: Json): number =>
    usage.prompt_tokens + 2 * (usage.completion_tokens - details.audio_tokens) + 100 * 60;

  it('passes with its sound, which has a price of its own', async () => {
    const { json } = await ask('chat', 'spoken/chat', spoken, content);
    const { audio, content: text } = json.choices[0].message;
    expect(text).toBeNull();
    expect(Object.keys(audio)).toEqual(['id', 'data', 'expires_at', 'transcript']);
    expect(json.usage.completion_tokens_details.audio_tokens).toBe(60);
    expect(Math.round(json.usage.cost * 1e6)).toBe(priceOf(json.usage));
    expect(await readSent()).toMatchObject(spoken);
  });

  it('streams its sound and its words', async () => {
    const request = { bearer: account.key, model: 'spoken/chat', body: spoken, content };
    const { events } = await callDialect(gateway, 'chat', { ...request, isStreaming: true });
    const audios = events.flatMap(({ data }) => data.choices?.[0]?.delta?.audio ?? []);
    const join = (name: string): string => audios.map((audio: Json) => audio[name] ?? '').join('');
    expect(join('transcript')).toMatch(/^The gate opens/);
    // Half a second of samples of two bytes.
    expect(Buffer.from(join('data'), 'base64')).toHaveLength(24_000);
    const { usage } = events.find(({ data }) => data.usage)?.data;
    expect(Math.round(usage.cost * 1e6)).toBe(priceOf(usage));
  });

  it('cannot be continued by its id, which belongs to the account of the gateway', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', audio: { id: 'audio_1' } },
      { role: 'user', content: 'More' },
    ];
    const { json, status } = await ask('chat', 'spoken/chat', { ...spoken, messages });
    const { code, param } = json.error;
    expect([status, code, param]).toEqual([400, 'unsupported_param', 'messages.1.audio']);
  });

  it('of a model that does not speak is 400 invalid_modality_for_model', async () => {
    const { json, status } = await ask('chat', 'bare/chat', spoken);
    expect([status, json.error.code]).toEqual([400, 'invalid_modality_for_model']);
  });
});

describe('a modality', () => {
  it('that the model does not give is 400 invalid_modality_for_model', async () => {
    const { json, status } = await ask('chat', 'bare/chat', { modalities: ['text', 'image'] });
    const { code, param } = json.error;
    expect([status, code, param]).toEqual([400, 'invalid_modality_for_model', 'modalities']);
    expect((await ask('chat', 'bare/chat', { modalities: ['text'] })).status).toBe(200);
  });

  it.each([
    ['audio', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }],
    ['video', { type: 'video_url', video_url: { url: 'https://films.example/a.mp4' } }],
  ])('that Claude does not take (%s) is 400 invalid_modality_for_model', async (_name, part) => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'What?' }, part] }];
    const { json, status } = await ask('chat', 'simulator/claude', { messages });
    expect([status, json.error.code]).toEqual([400, 'invalid_modality_for_model']);
  });
});

describe('a conversation of more than 1,000 messages', () => {
  const makeMessages = (count: number): Fields[] =>
    Array.from({ length: count }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `m${index}`,
    }));
  const field = { chat: 'messages', responses: 'input' } as const;
  const send = (
    dialect: 'chat' | 'responses',
    count: number,
    more: Fields = {},
    model = 'simulator/claude',
  ) => ask(dialect, model, { [field[dialect]]: makeMessages(count), ...more });

  it.each(['chat', 'responses'] as const)('is refused for Claude on %s', async (dialect) => {
    for (const more of [{}, { transforms: [] }]) {
      const { json, status } = await send(dialect, 1_001, more);
      expect([status, json.error.code]).toEqual([400, 'context_too_long']);
      expect(json.error.message).toContain('prompt is too long');
      expect(json.error.message).toContain('maximum context length');
    }
  });

  it.each(['chat', 'responses'] as const)(
    'with middle-out keeps its ends on %s',
    async (dialect) => {
      const answer = await send(dialect, 1_201, { transforms: ['middle-out'] });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-tollgate-transforms')).toBe('middle-out');
      const { messages } = await readSent();
      const texts = JSON.stringify(messages).match(/m\d+/g) ?? [];
      expect(texts).toHaveLength(1_000);
      expect([texts[0], texts[499], texts[500], texts[999]]).toEqual([
        'm0',
        'm499',
        'm701',
        'm1200',
      ]);
    },
  );

  it('of exactly 1,000, or for others, is taken as it is', async () => {
    for (const answer of [
      await send('chat', 999),
      await send('chat', 1_201, {}, 'simulator/chat'),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-tollgate-transforms')).toBeNull();
    }
  });
});

describe('a prompt that is too long although its middle was cut', () => {
  it.each(['chat', 'responses'] as const)('is answered with both phrases (%s)', async (dialect) => {
    const long = 'x'.repeat(9_000);
    const definition = { name: 'f', description: long };
    const tool = {
      chat: { type: 'function', function: definition },
      responses: { type: 'function', ...definition },
    };
    const { json, status } = await ask(dialect, 'narrow/chat', { tools: [tool[dialect]] });
    expect([status, json.error.code]).toEqual([400, 'context_too_long']);
    expect(json.error.message).toMatch(/prompt is too long: \d+ tokens > 2000 maximum\./);
    expect(json.error.message).toMatch(/^This model's maximum context length is 2000 tokens\./);
  });

  it('names both numbers when only the sum is too large', async () => {
    const { json } = await ask('chat', 'narrow/chat', { max_tokens: 1_995 });
    expect(json.error.message).toMatch(
      /input length and `max_tokens` exceed context limit: \d+ \+ 1995 > 2000/,
    );
  });
});
