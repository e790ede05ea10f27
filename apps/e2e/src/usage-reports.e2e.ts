import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat, simulatorModel, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
let ada: Account;
let eve: Account;
let second: { id: string; key: string };
let answers: ChatAnswer[];

beforeAll(async () => {
  ada = await openAccount(gateway);
  eve = await openAccount(gateway);
  second = await createKey(gateway, ada.cookie, { name: 'second key' });
  const title = { headers: { 'x-title': 'reports test' } };
  answers = [
    await chat(gateway, { bearer: ada.key, call: title }),
    await chat(gateway, { bearer: ada.key, isStreaming: true, call: title }),
    await chat(gateway, { bearer: second.key }),
  ];
  await readSettledCredits(gateway, ada.key);
  await waitUntil(async () => (await readUsage(ada.key)).totals.requests === 3, {
    timeoutMs: 30_000,
    what: 'three calls in the report',
  });
});

const get = (path: string, bearer: string) => gateway.call(path, { bearer });
const readUsage = async (bearer: string): Promise<Json> => (await get('/v1/usage', bearer)).json;
const sumNanos = (amounts: readonly (number | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + usdNumberToNanos(amount ?? 0), 0n);
const told = (): bigint => answers.reduce((sum, { costNanos }) => sum + (costNanos ?? 0n), 0n);

describe('the figures of an account', () => {
  it('are the same in the answers, the reports, the statement and the credits', async () => {
    const usage = await readUsage(second.key);
    expect(usdNumberToNanos(usage.totals.spend)).toBe(told());
    for (const list of [usage.byModel, usage.byKey, usage.byApp]) {
      expect(sumNanos(list.map((row: Json) => row.spend))).toBe(told());
    }
    expect(sumNanos(usage.timeSeries.map((row: Json) => row.cost))).toBe(told());
    const insights = (await get('/v1/insights', ada.key)).json;
    expect(usdNumberToNanos(insights.totals.spend)).toBe(told());
    expect(insights.totals.requests).toBe(3);
    const credits = await readSettledCredits(gateway, ada.key);
    expect(credits.usage).toBe(told());
    const { json } = await gateway.call('/api/billing/ledger', { cookie: ada.cookie });
    const charges = json.entries.filter((entry: Json) => entry.kind === 'settle');
    expect(-sumNanos(charges.map((entry: Json) => entry.amountUsd))).toBe(told());
    expect(usdNumberToNanos(json.entries[0].balanceAfter)).toBe(credits.available);
    expect(usdNumberToNanos(usage.credits)).toBe(credits.available);
  });

  it('are split by key and by the calling program', async () => {
    const { byKey, byApp } = await readUsage(ada.key);
    expect(byKey.map((row: Json) => [row.keyId, row.keyName, row.requests])).toEqual(
      expect.arrayContaining([
        [ada.keyId, 'test', 2],
        [second.id, 'second key', 1],
      ]),
    );
    expect(byApp.map((row: Json) => [row.appName, row.requests])).toEqual(
      expect.arrayContaining([
        ['reports test', 2],
        ['unknown', 1],
      ]),
    );
  });

  it('of a key are on the key', async () => {
    const { data } = (await get('/v1/key', second.key)).json;
    expect(usdNumberToNanos(data.usage)).toBe(answers[2]?.costNanos);
    expect(data).toMatchObject({ requests: 1, requests_daily: 1, requests_monthly: 1 });
    const short = (await get('/v1/auth/key', second.key)).json.data;
    expect(short.usage).toBe(data.usage);
  });

  it('are visible to their owner only', async () => {
    expect((await readUsage(eve.key)).totals).toMatchObject({ spend: 0, requests: 0 });
    const foreign = `/v1/insights?api_key_id=${ada.keyId}&user=${ada.userId}`;
    expect((await get(foreign, eve.key)).json.totals.requests).toBe(0);
    const id = answers[0]?.generationId ?? '';
    expect((await get(`/v1/generation?id=${id}`, eve.key)).status).toBe(404);
  });
});

describe('the record of a call', () => {
  it('is a receipt whose lines add up to the cost that the client received', async () => {
    const { headers, json } = await get(
      `/v1/generation?id=${answers[1]?.generationId}`,
      second.key,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { data } = json;
    expect(data).toMatchObject({
      id: answers[1]?.generationId,
      model: simulatorModel,
      app_name: 'reports test',
      streamed: true,
      billing_outcome: 'charged',
      price_version: expect.any(Number),
      attempts: [expect.objectContaining({ status: 200, error: '' })],
    });
    expect(usdNumberToNanos(data.usage.cost)).toBe(answers[1]?.costNanos);
    expect(data.cost_breakdown.total).toBe(data.usage.cost);
    expect(sumNanos(data.lines.map((line: Json) => line.amount))).toBe(answers[1]?.costNanos);
    expect(data.reserved).toBeGreaterThanOrEqual(data.usage.cost);
  });

  it('that is unknown is waited for, but not for long', async () => {
    const askMs = async (): Promise<number> => {
      const startedMs = Date.now();
      const unknown = await get('/v1/generation?id=gen-01ARZ3NDEKTSV4RRFFQ69G5FAV', ada.key);
      expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([404, '1']);
      return Date.now() - startedMs;
    };
    let bestMs = await askMs();
    // It waits for two seconds every time; a busy machine is late as well, but not every time.
    for (let again = 1; again < 5 && bestMs >= 3_000; again++) {
      bestMs = Math.min(bestMs, await askMs());
    }
    expect(bestMs).toBeLessThan(3_000);
  });
});

describe('reports', () => {
  it('are private, and insights are kept for five minutes', async () => {
    const path = '/v1/insights?period=30d&heatmap_metric=requests';
    const miss = await gateway.call(path, { cookie: ada.cookie });
    const hit = await gateway.call(path, { cookie: ada.cookie });
    expect([miss.status, miss.headers.get('x-cache')]).toEqual([200, 'MISS']);
    expect([hit.headers.get('x-cache'), hit.json.cached]).toEqual(['HIT', true]);
    expect(hit.headers.get('cache-control')).toBe('private, max-age=300');
    expect(hit.headers.get('vary')).toMatch(/authorization/i);
    for (const path of ['/v1/usage', '/v1/credits', '/v1/key', '/v1/auth/key']) {
      const { headers } = await get(path, ada.key);
      expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    }
  });

  it('want the right kind of caller', async () => {
    expect((await gateway.call('/v1/usage')).status).toBe(401);
    expect((await gateway.call('/v1/insights')).status).toBe(401);
    expect((await gateway.call('/api/billing/ledger')).status).toBe(401);
    expect((await get('/api/billing/ledger', ada.key)).status).toBe(403);
  });

  it.each([
    '/v1/usage?period=decade',
    '/v1/usage?period=custom&from=999999-01-01&to=999999-12-31',
    '/v1/usage?period=custom&from=1000-01-01&to=2026-12-31',
    '/v1/usage?period=custom&from=2026-13-01&to=2026-12-31',
    '/v1/insights?period=NaN',
    '/v1/insights?heatmap_metric=%00',
  ])('refuse %s clearly', async (path) => {
    const { json, status } = await get(path, ada.key);
    expect([status, json.error.code]).toEqual([400, 'unsupported_param']);
    expect(json.error.message).toMatch(/must be/);
  });
});

describe('the report on caching', () => {
  it('shows what caches saved, and suggests to cache repeated prompts', async () => {
    const model = `caching-${Date.now()}/claude`;
    await addModel(gateway, {
      ...{ id: model, protocol: 'anthropic', upstreamModel: 'claude-simulated' },
      prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75' },
    });
    const zoe = await openAccount(gateway);
    const ask = async (content: string): Promise<void> => {
      const answer = await chat(gateway, { bearer: zoe.key, content, body: { model } });
      expect(answer.status).toBe(200);
    };
    await ask('Hello, hello, hello [[sim:tokens=2,cached=4,cache_written=2]]');
    const long = 'All rules of this house, one after the other. '.repeat(200);
    for (let count = 0; count <= 10; count++) await ask(`${long} Question ${count}`);
    const report = await waitUntil(
      async () => {
        const { json } = await get('/api/usage/caching', zoe.key);
        return json.totals.requests === 12 ? json : undefined;
      },
      { timeoutMs: 30_000, what: 'twelve calls in the report' },
    );
    expect(report.totals).toMatchObject({ cached_tokens: 4, cache_write_tokens: 2 });
    // Four tokens for 0.3 instead of 3 millionths, two for 3.75.
    expect(usdNumberToNanos(report.totals.saved)).toBe(4n * 2_700n - 2n * 750n);
    expect(report.suggestions).toMatchObject([
      {
        model,
        api_key_id: zoe.keyId,
        api_key_name: 'test',
        requests: 10,
        cacheable_tokens: 10_240,
      },
    ]);
    // Ten reads at 2.7 millionths less and one write at 0.75 more, 1,024 tokens each.
    const [suggestion] = report.suggestions;
    expect(usdNumberToNanos(suggestion.would_have_saved)).toBe(1_024n * (10n * 2_700n - 750n));
    expect(suggestion.prompt).toMatch(/^[\w-]{16}$/);
  });
});
