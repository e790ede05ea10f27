import fc from 'fast-check';
import { makeUlid } from '@tollgate/ids';
import { usdNumberToNanos } from '@tollgate/money';
import { makeEntry, type JournalEntry } from '../src/ledger/journal-entry';
import type { Generation } from '../src/ledger/usage';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const nowMs = Date.UTC(2026, 10, 14, 9, 0, 0);
let reports: ReportsUnderTest;

beforeAll(async () => {
  reports = await startReports();
  reports.setNowMs(nowMs);
});
afterAll(() => reports.stop());

const at = (iso: string): number => Date.parse(iso);
const call = (timeMs: number, changes: UsageRecordChanges = {}): Generation =>
  aGeneration({ ulid: makeUlid(timeMs), ...changes });
const grant = (walletId: string, amountNanos: bigint): JournalEntry =>
  makeEntry(
    {
      id: `led_${makeUlid()}`,
      occurredAtMs: nowMs,
      kind: 'grant',
      walletId,
      reference: 'grant-1',
      reason: 'welcome',
    },
    { from: 'grants', to: `wallet:${walletId}`, amountNanos },
  );
const addGrant = (walletId: string, amountNanos: bigint): Promise<unknown> =>
  reports.store.inTransaction((book) => book.addEntries([grant(walletId, amountNanos)]));

describe('GET /v1/usage', () => {
  it('shows the month so far, by model, key, app and day', async () => {
    const userId = 'user_usage';
    const of = (timeMs: number, changes: UsageRecordChanges = {}): Generation =>
      call(timeMs, { walletId: userId, userId, keyId: 'key_usage', ...changes });
    await addGrant(userId, 5_000_000_000n);
    await reports.store.postCharges([
      of(at('2026-10-31T23:59:59.999Z'), { costNanos: 900_000_000n }),
      of(at('2026-11-01T00:00:00Z'), { costNanos: 250_000_000n, appName: 'Claude Code' }),
      of(at('2026-11-13T10:00:00Z'), { costNanos: 100_000_001n, model: 'acme/big' }),
      of(at('2026-11-14T08:00:00Z'), { costNanos: 50_000_000n, model: 'acme/big' }),
      of(at('2026-11-14T08:30:00Z'), { costNanos: 0n, usage: { input: 0n, output: 0n } }),
    ]);
    const answer = await reports.get('/v1/usage', { userId });
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'Authorization, Cookie',
    });
    expect(answer.body).toEqual({
      period: 'month',
      since: '2026-11-01T00:00:00Z',
      until: '2026-11-14T09:00:00Z',
      credits: 3.699999999,
      totals: {
        spend: 0.400000001,
        requests: 4,
        tokens: 45,
        promptTokens: 30,
        completionTokens: 15,
      },
      byModel: [
        expect.objectContaining({ model: 'acme/chat-1', spend: 0.25, requests: 2, tokens: 15 }),
        {
          model: 'acme/big',
          spend: 0.150000001,
          tokens: 30,
          requests: 2,
          promptTokens: 20,
          completionTokens: 10,
        },
      ],
      byKey: [{ keyName: 'ci', keyId: 'key_usage', spend: 0.400000001, tokens: 45, requests: 4 }],
      byApp: [
        { appName: 'Claude Code', spend: 0.25, tokens: 15, requests: 1 },
        { appName: 'unknown', spend: 0.150000001, tokens: 30, requests: 3 },
      ],
      timeSeries: [
        { date: '2026-11-01', model: 'acme/chat-1', cost: 0.25, tokens: 15, requests: 1 },
        { date: '2026-11-13', model: 'acme/big', cost: 0.100000001, tokens: 15, requests: 1 },
        { date: '2026-11-14', model: 'acme/big', cost: 0.05, tokens: 15, requests: 1 },
        { date: '2026-11-14', model: 'acme/chat-1', cost: 0, tokens: 0, requests: 1 },
      ],
    });
  });

  it.each([
    ['day', '2026-11-14T00:00:00Z', 0.05],
    ['week', '2026-11-09T00:00:00Z', 0.150000001],
    ['year', '2026-01-01T00:00:00Z', 1.300000001],
  ])('knows the calendar %s', async (period, since, spend) => {
    const { body } = await reports.get(`/v1/usage?period=${period}`, { userId: 'user_usage' });
    expect([body.since, body.totals.spend]).toEqual([since, spend]);
  });

  it('takes both days of a custom period', async () => {
    const path = '/v1/usage?period=custom&from=2026-10-31&to=2026-11-01';
    const { body } = await reports.get(path, { userId: 'user_usage' });
    expect(body).toMatchObject({
      since: '2026-10-31T00:00:00Z',
      until: '2026-11-02T00:00:00Z',
      totals: { spend: 1.15 },
    });
  });

  it('answers zeros to a user without calls', async () => {
    const { body, status } = await reports.get('/v1/usage', { userId: 'user_never' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ credits: 0, totals: { spend: 0, requests: 0 }, byModel: [] });
  });

  it.each([
    'period=fortnight',
    'period=month&period=year',
    'period=custom',
    'period=custom&from=2026-02-30&to=2026-03-01',
    'period=custom&from=999999-01-01&to=2026-01-01',
    'period=custom&from=NaN&to=2026-01-01',
    'period=custom&from=2026-01-02&to=2026-01-01',
    'period=custom&from=2025-01-01&to=2026-12-31',
    'period=custom&from=2026-01-01%00&to=2026-12-31',
  ])('refuses %s', async (query) => {
    const { body, status } = await reports.get(`/v1/usage?${query}`, { userId: 'user_usage' });
    expect([status, body.error.code]).toEqual([400, 'unsupported_param']);
    expect(body.error.message).toMatch(/^(period|from|to):? must be /);
  });
});

describe('GET /v1/insights', () => {
  const userId = 'user_insights';
  const of = (time: string, changes: UsageRecordChanges = {}): Generation =>
    call(at(time), { walletId: userId, userId, keyId: 'key_i', ...changes });

  it('shows the last seven days, the seven before, and when and how fast calls were', async () => {
    await reports.store.postCharges([
      of('2026-11-07T23:59:59Z', { costNanos: 5_000n }),
      of('2026-11-09T09:10:00Z', {
        costNanos: 2_000n,
        cacheDiscountNanos: 700n,
        usage: { cacheRead: 3n },
        durationMs: 100n,
        firstTokenMs: 40n,
      }),
      of('2026-11-09T09:50:00Z', { costNanos: 1_000n, durationMs: 1_000n, appName: 'cli' }),
      of('2026-11-14T08:00:00Z', { costNanos: 0n, errorCode: 'upstream_unavailable' }),
    ]);
    const { body, headers } = await reports.get('/v1/insights', { userId });
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'x-cache': 'MISS',
      vary: expect.stringContaining('Authorization'),
    });
    expect(body).toMatchObject({
      period: '7d',
      from: '2026-11-08T00:00:00Z',
      to: '2026-11-14T09:00:00Z',
      heatmap_metric: 'spend',
      filters: { model: null, api_key_id: null, app: null },
      totals: {
        spend: 0.000003,
        tokens: 48,
        requests: 3,
        errors: 1,
        cached_tokens: 3,
        cache_savings: 0.0000007,
      },
      previous: { spend: 0.000005, tokens: 15, requests: 1 },
      daily: [
        { date: '2026-11-09', spend: 0.000003, tokens: 33, requests: 2 },
        { date: '2026-11-14', spend: 0, tokens: 15, requests: 1 },
      ],
      top_models: [{ model: 'acme/chat-1', spend: 0.000003, tokens: 48, requests: 3 }],
      top_keys: [{ api_key_id: 'key_i', name: 'ci', spend: 0.000003, requests: 3 }],
      top_apps: [
        { app: 'unknown', spend: 0.000002, requests: 2 },
        { app: 'cli', spend: 0.000001, requests: 1 },
      ],
      generated_at: '2026-11-14T09:00:00Z',
      cached: false,
    });
    expect(body.heatmap).toHaveLength(168);
    expect(body.heatmap[9]).toEqual({ weekday: 0, hour: 9, value: 0.000003 });
    expect(Math.abs(body.latency.p50_ms - 100)).toBeLessThan(10);
    expect(Math.abs(body.latency.p95_ms - 1_000)).toBeLessThan(100);
    expect(Math.abs(body.latency.first_token_p50_ms - 40)).toBeLessThan(4);
  });

  it('answers the same question from memory for five minutes, but no other one', async () => {
    await reports.store.postCharges([of('2026-11-14T08:59:00Z', { costNanos: 4_000n })]);
    const ask = async (path: string, caller = { userId }) => reports.get(path, caller);
    const again = await ask('/v1/insights?period=7d');
    expect([again.headers['x-cache'], again.body.cached]).toEqual(['HIT', true]);
    expect(again.body.totals.requests).toBe(3);
    const fresh = await ask('/v1/insights?period=7d&max_age=0');
    expect([fresh.headers['cache-control'], fresh.body.totals.requests]).toEqual([
      'private, max-age=0',
      4,
    ]);
    const other = await ask('/v1/insights?heatmap_metric=requests');
    expect([other.headers['x-cache'], other.body.totals.requests]).toEqual(['MISS', 4]);
    expect((await ask('/v1/insights', { userId: 'user_x' })).body.totals.requests).toBe(0);
    reports.setNowMs(nowMs + 5 * 60_000);
    expect((await ask('/v1/insights')).body.totals.requests).toBe(4);
    reports.setNowMs(nowMs);
  });

  it.each([
    ['model=acme/chat-1', 4],
    ['model=acme/none', 0],
    ['api_key_id=key_i', 4],
    ['api_key_id=key_1', 0],
    ['app=cli', 1],
    ['app=unknown', 3],
    ['period=all', 5],
    ['period=ytd&app=cli', 1],
    ['app=%25', 0],
  ])('filters by %s', async (query, requests) => {
    const { body } = await reports.get(`/v1/insights?${query}`, { userId });
    expect(body.totals.requests).toBe(requests);
    const counts = (body.daily as { requests: number }[]).map((day) => day.requests);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(requests);
  });

  it.each(['period=8d', 'heatmap_metric=love', `model=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const { body, status } = await reports.get(`/v1/insights?${query}`, { userId });
      expect([status, body.error.code]).toEqual([400, 'unsupported_param']);
    },
  );
});

describe('GET /api/billing/ledger', () => {
  const userId = 'user_ledger';
  const session = { kind: 'session', userId } as const;

  it('lists every entry once, newest first, with the balance that it left', async () => {
    await addGrant(userId, 1_000_000_000n);
    for (let batch = 0; batch < 3; batch++) {
      const charges = [1n, 2n, 3n].map((usd) =>
        call(nowMs, { walletId: userId, userId, costNanos: usd * 10_000_000n }),
      );
      await reports.store.postCharges(charges);
    }
    const lines: { balanceAfter: number; amountUsd: number; kind: string; ref: string }[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page++) {
      const { body } = await reports.get(`/api/billing/ledger?limit=4${cursor}`, session);
      lines.push(...body.entries);
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(lines).toHaveLength(10);
    expect(lines.map(({ kind }) => kind)).toEqual([...Array(9).fill('settle'), 'grant']);
    expect(lines[0]).toMatchObject({ amountUsd: -0.03, balanceAfter: 0.82 });
    expect(lines[0]?.ref).toMatch(/^gen-/);
    const balances = lines.map(({ balanceAfter }) => usdNumberToNanos(balanceAfter));
    const amounts = lines.map(({ amountUsd }) => usdNumberToNanos(amountUsd));
    for (let index = 0; index < 9; index++) {
      expect(balances[index]).toBe((balances[index + 1] ?? 0n) + (amounts[index] ?? 0n));
    }
  });

  it('is empty for a new wallet and refuses an invalid cursor or page size', async () => {
    const { body } = await reports.get('/api/billing/ledger', { ...session, userId: 'user_new' });
    expect(body).toEqual({ entries: [], nextCursor: null });
    for (const query of ['cursor=abc', 'limit=0', 'limit=201', 'limit=NaN', 'limit=1e3']) {
      const answer = await reports.get(`/api/billing/ledger?${query}`, session);
      expect([query, answer.body.error?.code]).toEqual([query, 'unsupported_param']);
    }
  });
});

describe('any calls', () => {
  it('come to the same totals in every report, in the ledger and in the book', async () => {
    const minutes = 40 * 24 * 60;
    const anyCall = fc.record({
      minutesAgo: fc.integer({ min: 0, max: minutes }),
      costNanos: fc.bigInt(0n, 3_000n),
      model: fc.constantFrom('a/1', 'b/2', 'c"\\3'),
      keyId: fc.constantFrom('key_p1', 'key_p2'),
      appName: fc.constantFrom('', 'cli', 'it\'s, {a} "test"'),
      input: fc.bigInt(0n, 50n),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 60 }), async (calls) => {
        const userId = `user_${makeUlid()}`;
        const generations = calls.map(({ minutesAgo, input, keyId, ...rest }) =>
          call(nowMs - minutesAgo * 60_000, {
            ...{ walletId: userId, userId, keyId: `${keyId}_${userId}`, usage: { input } },
            ...rest,
          }),
        );
        const half = Math.ceil(generations.length / 2);
        await reports.store.postCharges(generations.slice(0, half));
        // Some come twice.
        await reports.store.postCharges(generations.slice(Math.floor(half / 2)));
        await expectAgreement(userId, generations);
      }),
      { numRuns: 15 },
    );
    const wrong = (await verifyBook(reports.database)).filter(({ breaches }) => breaches > 0);
    // No wallet was credited here.
    expect(wrong.map(({ id }) => id)).toEqual(['no_unexplained_debt']);
  });

  async function expectAgreement(userId: string, generations: Generation[]): Promise<void> {
    const since = at('2026-10-16T00:00:00Z');
    const within = generations.filter(({ createdAtMs }) => createdAtMs >= since);
    const expected = {
      spend: sum(within.map(({ costNanos }) => costNanos)),
      requests: within.length,
      tokens: Number(sum(within.map((one) => one.promptTokens + one.completionTokens))),
    };
    const path = '/v1/usage?period=custom&from=2026-10-16&to=2026-11-14';
    const { body: usage } = await reports.get(path, { userId });
    const { body: insights } = await reports.get('/v1/insights?period=30d', { userId });
    const lists = [
      [usage.totals],
      usage.byModel,
      usage.byKey,
      usage.byApp,
      usage.timeSeries.map(({ cost, ...row }: { cost: number }) => ({ ...row, spend: cost })),
      [insights.totals],
      insights.daily,
      insights.top_models,
      insights.top_keys,
      insights.top_apps,
    ];
    for (const list of lists) expect(total(list)).toEqual(expected);
    const heat = (insights.heatmap as { value: number }[]).map(({ value }) => value);
    expect(sum(heat.map(usdNumberToNanos))).toBe(expected.spend);
    const all = sum(generations.map(({ costNanos }) => costNanos));
    expect(usdNumberToNanos(usage.credits)).toBe(-all);
    const ledger = await reports.get('/api/billing/ledger?limit=200', { kind: 'session', userId });
    const amounts = (ledger.body.entries as { amountUsd: number }[]).map((line) => line.amountUsd);
    expect(sum(amounts.map(usdNumberToNanos))).toBe(-all);
  }

  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, two) => one + two, 0n);
  const total = (rows: { spend: number; requests: number; tokens: number }[]) => ({
    spend: sum(rows.map(({ spend }) => usdNumberToNanos(spend))),
    requests: rows.reduce((count, { requests }) => count + requests, 0),
    tokens: rows.reduce((count, { tokens }) => count + tokens, 0),
  });
});
