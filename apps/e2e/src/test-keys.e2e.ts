import OpenAI from 'openai';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { chat, openChat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
let account: Account;
let bearer: string;

async function createTestKey({ cookie }: Account): Promise<string> {
  return (await createKey(gateway, cookie, { name: 'ci', keyType: 'test' })).key;
}

beforeAll(async () => {
  // With credit, because accounts without it may make few calls in a minute.
  account = await openAccount(gateway);
  bearer = await createTestKey(account);
});

const script = (words: string) => ({ call: { headers: { 'x-test-script': words } } });

describe('a test key', () => {
  it('shows what it is, calls priced models without credit, and costs nothing', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const key = await createTestKey(poor);
    expect(key).toMatch(/^sk-tg-test-[0-9A-Za-z]{43}$/);
    const answer = await chat(gateway, { bearer: key });
    expect(answer.status).toBe(200);
    expect(answer.json.model).toBe('simulator/chat');
    expect(answer.costNanos).toBe(0n);
    expect(await readGeneration(gateway, answer, { key })).toMatchObject({
      provider_name: 'test',
      total_cost: 0,
    });
    expect(await readSettledCredits(gateway, poor.key)).toMatchObject({ usage: 0n });
  });

  it('is listed with its type', async () => {
    const { json } = await gateway.call('/api/account/keys', { cookie: account.cookie });
    const types = json.keys.map(({ keyType, name }: Record<string, string>) => [name, keyType]);
    expect(types).toContainEqual(['ci', 'test']);
  });

  it.each([
    ['responses', { input: 'Hello' }],
    ['messages', { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 50 }],
    ['embeddings', { model: 'simulator/embed', input: 'Hello' }],
    ['images/generations', { model: 'simulator/image', prompt: 'a gate' }],
    ['moderations', { model: 'simulator/moderation', input: 'Hello' }],
    ['completions', { prompt: 'Hello' }],
    ['rerank', { model: 'simulator/rerank', query: 'gate', documents: ['a gate', 'a bridge'] }],
  ])('calls /v1/%s', async (path, body) => {
    const answer = await gateway.call(`/v1/${path}`, {
      bearer,
      body: { model: 'simulator/chat', ...body },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  });

  it('meets the failures that its header asks for', async () => {
    const limited = await chat(gateway, { bearer, ...script('status=429,retry_after=3') });
    expect(limited.status).toBe(429);
    const slow = await chat(gateway, { bearer, ...script('delay_ms=300,tokens=5') });
    expect(slow.json.usage.completion_tokens).toBe(5);
    const torn = await chat(gateway, { bearer, isStreaming: true, ...script('cut_after=2') });
    expect(torn.error).toMatchObject({ code: expect.anything() });
  });

  it.each([
    ['insufficient_credits', 402],
    ['spend_limit_exceeded', 402],
    ['rate_limited', 429],
    ['overloaded', 503],
  ])('meets the error %s of the gateway', async (reason, status) => {
    const answer = await chat(gateway, { bearer, ...script(`error=${reason}`) });
    expect(answer.status).toBe(status);
  });

  it('meets the end of its credit in the middle of a stream', async () => {
    const words = script('exhausted_after=3,tokens=100');
    const { error, frames, status } = await chat(gateway, { bearer, isStreaming: true, ...words });
    expect([status, error]).toMatchObject([200, { code: 'insufficient_credits' }]);
    const deltas = frames.flatMap(({ choices }) => choices?.[0]?.delta?.content ?? []);
    expect(deltas.join('')).toMatch(/^The gate/);
    expect(deltas.length).toBeLessThan(100);
  });

  it('meets failures and tool calls that its prompt asks for', async () => {
    const content = 'Weather? [[sim:tool_call]]';
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const called = await chat(gateway, { bearer, content, body: { tools } });
    expect(called.json.choices[0].message.tool_calls).toHaveLength(1);
    const failed = await chat(gateway, { bearer, content: 'x [[sim:status=503]]' });
    expect(failed.status).toBe(502);
  });

  it('shows the errors of the gateway to the official SDK as real ones', async () => {
    const defaultHeaders = { 'x-test-script': 'error=insufficient_credits' };
    const options = { apiKey: bearer, baseURL: `${gateway.baseUrl}/v1`, defaultHeaders };
    const client = new OpenAI({ ...options, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const call = client.chat.completions.create({ model: 'simulator/chat', messages });
    await expect(call).rejects.toMatchObject({ status: 402, code: 'insufficient_credits' });
  });

  it.each(['error=unknown', 'status=500;', 'x'.repeat(300)])(
    'gets an error that shows what a script may be for %j',
    async (words) => {
      const answer = await chat(gateway, { bearer, ...script(words) });
      expect(answer.status).toBe(400);
      expect(answer.error.message).toContain('x-test-script');
    },
  );

  it('gets the usual error for an unknown model', async () => {
    const answer = await chat(gateway, { bearer, body: { model: 'nobody/nothing' } });
    expect([answer.status, answer.error.code]).toEqual([400, 'unknown_model']);
  });

  it('cannot order videos or manage keys', async () => {
    const video = { model: 'simulator/video', prompt: 'a gate' };
    expect((await gateway.call('/v1/videos', { bearer, body: video })).status).toBe(403);
    expect((await gateway.call('/v1/keys', { bearer })).status).toBe(403);
  });

  it('leaves the health of providers alone, however often it fails', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => chat(gateway, { bearer, ...script('status=500') })),
    );
    const health = await gateway.operate('/api/admin/routes/health', { method: 'GET' });
    expect(JSON.stringify(health)).not.toContain('"test"');
    expect((await chat(gateway, { bearer })).status).toBe(200);
  });
});

describe('another key', () => {
  it('is not affected by the header of tests', async () => {
    const payer = await openAccount(gateway);
    const response = await openChat(gateway, { bearer: payer.key, ...script('status=429') });
    expect(response.status).toBe(200);
  });
});
