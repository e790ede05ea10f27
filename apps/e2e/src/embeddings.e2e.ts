import OpenAI from 'openai';
import { usdNumberToNanos } from '@tollgate/money';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { awsCredentials } from '../test/support/cloud-credentials';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'simulator/embed';
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

const call = (
  body: Record<string, unknown>,
  path = '/v1/embeddings',
): ReturnType<typeof gateway.call> =>
  gateway.call(path, { bearer: account.key, body: { model, input: 'Hello', ...body } });

describe('embeddings', () => {
  it('come in floats and in base64 as asked, and are the same', async () => {
    const input = ['The gate', 'opens'];
    const floats = await client.embeddings.create({ model, input, encoding_format: 'float' });
    // The SDK asks for base64 by itself and decodes it.
    const decoded = await client.embeddings.create({ model, input });
    expect(floats.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(decoded.data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    decoded.data.forEach(({ embedding }, index) =>
      embedding.forEach((value, place) =>
        expect(value).toBeCloseTo(floats.data[index]?.embedding[place] ?? Number.NaN, 5),
      ),
    );
    expect(floats).toMatchObject({ object: 'list', model });
  });

  it.each([
    ['a provider that knows floats only', 'float_only'],
    ['a provider that knows base64 only', 'base64_only'],
  ])('are as asked even from %s', async (_name, script) => {
    const id = `embed-${script.replace('_', '-')}/one`;
    await addModel(gateway, { id, kind: 'embeddings', upstreamModel: `embed+${script}` });
    const floats = await client.embeddings.create({
      model: id,
      input: 'a',
      encoding_format: 'float',
    });
    const decoded = await client.embeddings.create({ model: id, input: 'a' });
    expect(Array.isArray(floats.data[0]?.embedding)).toBe(true);
    expect(decoded.data[0]?.embedding).toHaveLength(8);
    expect(decoded.data[0]?.embedding[0]).toBeCloseTo(floats.data[0]?.embedding[0] ?? 0, 5);
  });

  it('have the dimensions that were asked for', async () => {
    const { data } = await client.embeddings.create({ model, input: 'a', dimensions: 3 });
    expect(data[0]?.embedding).toHaveLength(3);
  });

  it('may be of images where the model sees them', async () => {
    await resetSimulator(gateway, true);
    const image = { type: 'image_url', image_url: { url: 'https://pictures.example/gate.png' } };
    const answer = await call({ input: [{ content: [{ type: 'text', text: 'A gate' }, image] }] });
    expect(answer.status).toBe(200);
    const { calls } = await readSimulatedCalls(gateway);
    expect(calls.at(-1)?.request?.body).toContain('https://pictures.example/gate.png');
  });

  it('are charged by their input and have a receipt', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const answer = await gateway.call('/v1/embeddings', {
      bearer: payer.key,
      body: { model, input: 'x'.repeat(4_000) },
    });
    // 1,000 tokens at 0.02 USD per million.
    expect(usdNumberToNanos(answer.json.usage.cost)).toBe(20_000n);
    expect(answer.json.usage).toMatchObject({ prompt_tokens: 1_000, total_tokens: 1_000 });
    const generationId = answer.headers.get('x-generation-id') ?? '';
    const receipt = await readGeneration(gateway, { generationId }, payer);
    expect(receipt).toMatchObject({ model, billing_outcome: 'charged' });
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 20_000n,
      reserved: 0n,
    });
  });

  it.each([
    ['a chat model', { model: 'simulator/chat' }, 400, 'model_endpoint_mismatch'],
    ['an unknown model', { model: 'simulator/nobody' }, 400, 'unknown_model'],
    ['no input', { input: null }, 400, 'missing_required_field'],
    ['another encoding', { encoding_format: 'int8' }, 400, 'unsupported_param'],
    ['tokens of another family', { input: [1, 2, 3] }, 400, 'unsupported_param'],
  ])('refuse %s', async (_name, body, status, code) => {
    const answer = await call(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  it('are refused on the chat route by their model', async () => {
    const answer = await call(
      { messages: [{ role: 'user', content: 'Hi' }], input: undefined },
      '/v1/chat/completions',
    );
    expect([answer.status, answer.json.error.code]).toEqual([400, 'embedding_on_chat_endpoint']);
  });

  it('work under the legacy prefix', async () => {
    expect((await call({}, '/api/v1/embeddings')).status).toBe(200);
  });
});

describe('embeddings over Bedrock', () => {
  const titan = 'embed-titan/one';
  const cohere = 'embed-cohere/one';

  beforeAll(async () => {
    const common = {
      kind: 'embeddings',
      protocol: 'bedrock',
      apiKey: JSON.stringify(awsCredentials),
    } as const;
    const titanModel = {
      upstreamModel: 'amazon.titan-embed-text-v2:0',
      prices: { prompt: '0.02' },
    };
    const cohereModel = { upstreamModel: 'eu.cohere.embed-v4:0', prices: { prompt: '0.12' } };
    await addModel(gateway, { ...common, ...titanModel, id: titan });
    await addModel(gateway, { ...common, ...cohereModel, id: cohere });
  });

  it('are made one by one by Titan, in order, and charged together', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const input = ['x'.repeat(4_000), ...Array.from({ length: 10 }, (_unused, at) => `text ${at}`)];
    const body = { model: titan, input, dimensions: 256 };
    const answer = await gateway.call('/v1/embeddings', { bearer: payer.key, body });
    expect(answer.json.data).toHaveLength(11);
    const last = await gateway.call('/v1/embeddings', {
      bearer: account.key,
      body: { ...body, input: 'text 9' },
    });
    expect(answer.json.data[10]).toEqual({ ...last.json.data[0], index: 10 });
    // 1,000 tokens and ten times 2, at 0.02 USD per million.
    expect(answer.json.usage).toMatchObject({ prompt_tokens: 1_020, total_tokens: 1_020 });
    expect(usdNumberToNanos(answer.json.usage.cost)).toBe(20_400n);
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 20_400n,
      reserved: 0n,
    });
  });

  it('are made together by Cohere, counted by a header, and encoded as asked', async () => {
    const input = ['The gate', 'opens'];
    const floats = await client.embeddings.create({
      model: cohere,
      input,
      dimensions: 512,
      encoding_format: 'float',
    });
    // The SDK asks for base64 by itself and decodes it.
    const decoded = await client.embeddings.create({ model: cohere, input, dimensions: 512 });
    expect(decoded.data.map(({ embedding }) => embedding.length)).toEqual([512, 512]);
    expect(decoded.data[1]?.embedding[0]).toBeCloseTo(floats.data[1]?.embedding[0] ?? 0, 5);
    // 4 tokens at 0.12 USD per million.
    expect(floats.usage).toMatchObject({ prompt_tokens: 4, cost: 4.8e-7 });
  });

  it.each([
    ['dimensions of another model', { model: titan, dimensions: 300 }, 'dimensions'],
    ['tokens', { model: titan, input: [1, 2, 3] }, 'input'],
    ['more texts than it makes', { model: titan, input: Array(97).fill('a') }, 'input'],
  ])('refuse %s', async (_name, body, param) => {
    const { json, status } = await call(body);
    expect({ status, ...json.error }).toMatchObject({
      status: 400,
      code: 'unsupported_param',
      param,
    });
  });
});
