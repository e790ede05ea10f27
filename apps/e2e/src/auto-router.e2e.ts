import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer } from '../test/support/api-call';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
const suffix = randomBytes(4).toString('hex');
const cheap = `auto-${suffix}/cheap`;
const dear = `auto-${suffix}/dear`;
const broken = `auto-${suffix}/broken`;
const coding = 'Refactor this TypeScript function and add a unit test';

let ada: Account;

function putTier(place: string, body: object): Promise<ApiAnswer> {
  const { adminToken: bearer } = gateway.credentials();
  return gateway.call(`/api/admin/auto-tiers/${place}`, { method: 'PUT', bearer, body });
}

const ask = (content: string, body: object = {}, isStreaming = false): Promise<ChatAnswer> =>
  chat(gateway, { bearer: ada.key, content, isStreaming, body: { model: 'auto', ...body } });

/** Waits until the router takes this model for code. */
async function waitForModel(model: string): Promise<void> {
  const isTaken = async (): Promise<boolean> => (await ask(coding)).json.model === model;
  await waitUntil(isTaken, { timeoutMs: 30_000, what: `the router to take ${model}` });
}

beforeAll(async () => {
  ada = await openAccount(gateway);
  await addModel(gateway, { id: cheap, upstreamModel: 'chat' });
  const prices = { prompt: '50', completion: '150' };
  await addModel(gateway, { id: dear, upstreamModel: 'chat', prices });
  await addModel(gateway, { id: broken, upstreamModel: 'chat+status=500' });
});

afterAll(async () => {
  const defaults = { enabled: true, primary: 'simulator/chat', fallbacks: [] };
  await putTier('paid/coding', defaults);
  await putTier('paid/calendar', defaults);
});

describe('the router', () => {
  it('has two tables of fourteen tiers, filled by the shipped catalog', async () => {
    const { adminToken: bearer } = gateway.credentials();
    const { json } = await gateway.call('/api/admin/auto-tiers', { bearer });
    expect(json.items).toHaveLength(28);
    expect(json.items.filter((row: { primary: unknown }) => row.primary === null)).toEqual([]);
  });

  it('takes a shipped model of the tier where no operator chose another', async () => {
    const answer = await ask('hi');
    expect([answer.status, answer.json.model]).toEqual([200, 'openai/gpt-5.4-nano']);
    expect(answer.headers.get('x-auto-resolved-model')).toBe('openai/gpt-5.4-nano');
    expect(answer.headers.get('x-tollgate-auto-tier')).toBe('simple');
    expect(answer.costNanos).toBeGreaterThan(0n);
  });

  it('names the model that answered and its tier, and charges its price', async () => {
    await putTier('paid/coding', { enabled: true, primary: cheap, fallbacks: [] });
    await waitForModel(cheap);
    const first = await ask(coding);
    expect(first.headers.get('x-auto-resolved-model')).toBe(cheap);
    expect(first.headers.get('x-tollgate-auto-tier')).toBe('coding');
    await putTier('paid/coding', { enabled: true, primary: dear, fallbacks: [] });
    await waitForModel(dear);
    const second = await ask(coding);
    expect(second.json.model).toBe(dear);
    expect(second.costNanos).toBe((first.costNanos ?? 0n) * 100n);
  });

  it('names it in streams too', async () => {
    const { frames, headers, isDone } = await ask(coding, {}, true);
    expect(headers.get('x-auto-resolved-model')).toBe(dear);
    expect(headers.get('x-tollgate-auto-tier')).toBe('coding');
    expect([isDone, frames[0].model]).toEqual([true, dear]);
  });

  it.each([
    ['/v1/responses', { input: coding }],
    ['/v1/messages', { max_tokens: 100, messages: [{ role: 'user', content: coding }] }],
  ])('works on %s', async (path, body) => {
    const answer = await gateway.call(path, {
      bearer: ada.key,
      body: { model: 'auto', ...body },
    });
    expect([answer.status, answer.json.model]).toEqual([200, dear]);
    expect(answer.headers.get('x-auto-resolved-model')).toBe(dear);
  });

  it('goes on with the fallback, and names it', async () => {
    await putTier('paid/coding', { enabled: true, primary: broken, fallbacks: [cheap] });
    await waitForModel(cheap);
    const answer = await ask(coding);
    expect([answer.status, answer.json.model]).toEqual([200, cheap]);
    expect(answer.headers.get('x-auto-resolved-model')).toBe(cheap);
  });

  it('answers 503 for a tier that is switched off', async () => {
    await putTier('paid/calendar', { enabled: false, primary: cheap, fallbacks: [] });
    const content = 'Schedule a meeting and send a calendar invite';
    const refused = await waitUntil(
      async () => {
        const answer = await ask(content);
        return answer.status === 503 ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'the tier to be off' },
    );
    expect(refused.error).toMatchObject({ message: 'Auto tier calendar is disabled', code: 503 });
  });

  it.each([
    ['an unknown model', 'paid/coding', { primary: 'acme/unknown', fallbacks: [] }, 400],
    ['an unknown fallback', 'paid/coding', { primary: cheap, fallbacks: ['acme/unknown'] }, 400],
    ['six fallbacks', 'paid/coding', { primary: cheap, fallbacks: Array(6).fill(dear) }, 400],
    ['no primary', 'paid/coding', {}, 400],
    ['an unknown tier', 'paid/poetry', { primary: cheap }, 404],
    ['an unknown table', 'cheap/coding', { primary: cheap }, 404],
  ])('refuses %s', async (_, place, body, status) => {
    expect((await putTier(place, body)).status).toBe(status);
  });

  it('is no model of embeddings', async () => {
    const body = { model: 'auto', input: 'Hello' };
    const { json, status } = await gateway.call('/v1/embeddings', { bearer: ada.key, body });
    expect([status, json.error.code]).toEqual([400, 'unknown_model']);
  });
});
