import OpenAI from 'openai';
import { usdNumberToNanos } from '@tollgate/money';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
const native = 'simulator/instruct';
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway, { creditUsd: 11 });
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

const call = (body: object, path = '/v1/completions'): ReturnType<typeof gateway.call> =>
  gateway.call(path, { bearer: account.key, body: { model: native, prompt: 'Hello', ...body } });

interface Cost {
  readonly cost: number;
}

async function readStream(model: string, prompt: string): Promise<{ text: string; usage: Cost }> {
  const stream = await client.completions.create({ model, prompt, max_tokens: 50, stream: true });
  let text = '';
  let usage: unknown;
  for await (const chunk of stream) {
    expect(chunk.object).toBe('text_completion');
    text += chunk.choices[0]?.text ?? '';
    usage = chunk.usage ?? usage;
  }
  return { text, usage: usage as Cost };
}

describe('legacy completions', () => {
  it.each([
    native,
    'simulator/chat',
    'simulator/claude',
    'simulator/responses',
    'simulator/gemini',
  ])('of %s are read by the official client, plain and streaming', async (model) => {
    const prompt = 'Hello [[sim:tokens=5]]';
    const plain = await client.completions.create({ model, prompt, max_tokens: 50 });
    expect(plain).toMatchObject({ object: 'text_completion', model });
    expect(plain.id).toMatch(/^gen-/);
    expect(plain.choices).toMatchObject([
      { index: 0, text: 'The gate opens for the', finish_reason: 'stop' },
    ]);
    const streamed = await readStream(model, prompt);
    expect(streamed.text).toBe('The gate opens for the');
    expect(streamed.usage.cost).toBe((plain.usage as unknown as Cost).cost);
    expect(streamed.usage.cost).toBeGreaterThan(0);
  });

  it('have all their fields where the provider has the endpoint', async () => {
    const { choices, usage } = await client.completions.create({
      model: native,
      prompt: ['One ', 'Two '],
      suffix: 'end',
      max_tokens: 2,
      n: 1,
      best_of: 2,
      echo: true,
      logprobs: 1,
    });
    expect(choices.map(({ text }) => text)).toEqual(['One The gate', 'Two The gate']);
    expect(choices[0]?.logprobs?.tokens).toEqual(['The', ' gate']);
    // Two tries of two tokens for each of two prompts.
    expect(usage).toMatchObject({ completion_tokens: 8 });
    expect((await call({ prompt: [1, 2, 3] })).status).toBe(200);
  });

  it('are charged by tokens and have a receipt', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const body = { model: native, prompt: 'x'.repeat(4_000), max_tokens: 10 };
    const answer = await gateway.call('/v1/completions', { bearer: payer.key, body });
    // 1,000 tokens at 0.5 and 10 at 1.5 USD per million.
    expect(usdNumberToNanos(answer.json.usage.cost)).toBe(515_000n);
    const generationId = answer.headers.get('x-generation-id') ?? '';
    expect(await readGeneration(gateway, { generationId }, payer)).toMatchObject({
      model: native,
      api_type: 'completions',
      billing_outcome: 'charged',
      finish_reason: 'length',
    });
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 515_000n,
      reserved: 0n,
    });
  });

  it('have 16 tokens at most when no limit is sent to such a provider', async () => {
    const { json } = await call({ prompt: 'Hello [[sim:tokens=100]]' });
    expect(json).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 16 },
    });
  });

  it('cost nothing when their stream fails', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const body = { model: native, prompt: 'Hello [[sim:error_after=2]]', stream: true };
    const answer = await gateway.call('/v1/completions', { bearer: payer.key, body });
    expect(answer.text).toContain('"error"');
    expect(answer.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 0n,
      reserved: 0n,
    });
  });

  it('name the fields that a chat does not have', async () => {
    const { headers, status } = await call({ model: 'simulator/chat', logprobs: 1 });
    expect(status).toBe(200);
    expect(headers.get('x-tollgate-dropped')).toBe('logprobs');
  });

  it.each([
    ['no prompt', { prompt: '' }, 'missing_required_field'],
    ['a limit of nothing', { max_tokens: 0 }, 'max_tokens_invalid'],
    ['an embedding model', { model: 'simulator/embed' }, 'embedding_on_chat_endpoint'],
    ['a rerank model', { model: 'simulator/rerank' }, 'model_endpoint_mismatch'],
    ['the router', { model: 'auto' }, 'unknown_model'],
    ['token ids for a chat', { model: 'simulator/chat', prompt: [1] }, 'unsupported_param'],
    ['a suffix for a chat', { model: 'simulator/claude', suffix: 'x' }, 'unsupported_param'],
    ['several answers of a chat', { model: 'simulator/chat', n: 2 }, 'unsupported_param'],
  ])('refuse %s', async (_name, body, code) => {
    const answer = await call(body);
    expect([answer.status, answer.json.error.code]).toEqual([400, code]);
  });

  it('are the only thing that a completion model does', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const answer = await call({ messages, prompt: undefined }, '/v1/chat/completions');
    expect([answer.status, answer.json.error.code]).toEqual([400, 'model_endpoint_mismatch']);
    expect(answer.json.error.message).toContain('/v1/completions');
  });
});
