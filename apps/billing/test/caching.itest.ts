import fc from 'fast-check';
import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { computeCharge, type ChargeLine } from '@tollgate/money';
import type { Generation } from '../src/ledger/usage';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const dayMs = 86_400_000;
const firstMs = Date.UTC(2026, 10, 14, 9);
const range = 'from=2026-11-14&to=2026-11-16';
const newUser = (): string => `user_${makeUlid()}`;
const session = (userId: string): Partial<CallerIdentity> => ({ kind: 'session', userId });

/** Picodollars per token, as receipts have them. */
const prices = { input: 3_000_000n, read: 300_000n, write: 3_750_000n };

interface Prompt {
  readonly input: number;
  readonly read?: number;
  readonly write?: number;
}

type CallChanges = UsageRecordChanges & { readonly ulid?: string };

/** A call with the receipt that a relay would write for its prompt. */
function makeCall(userId: string, prompt: Prompt, changes: CallChanges = {}): Generation {
  const input = BigInt(prompt.input);
  const cacheRead = BigInt(prompt.read ?? 0);
  const cacheWrite5m = BigInt(prompt.write ?? 0);
  const lines: ChargeLine[] = [
    { bucket: 'input', units: input, pricePicos: prices.input },
    { bucket: 'cache_read', units: cacheRead, pricePicos: prices.read },
    { bucket: 'cache_write_5m', units: cacheWrite5m, pricePicos: prices.write },
  ];
  const costNanos = changes.costNanos ?? computeCharge(lines);
  const uncached = lines.map((line) => ({ ...line, pricePicos: prices.input }));
  return aGeneration({
    ...{ ulid: makeUlid(firstMs), walletId: userId, userId, keyId: `key_${userId}`, lines },
    ...{ usage: { input, cacheRead, cacheWrite5m }, ...changes, costNanos },
    cacheDiscountNanos: computeCharge(uncached) - costNanos,
  });
}

let reports: ReportsUnderTest;
beforeAll(async () => {
  reports = await startReports();
  reports.setNowMs(Date.UTC(2026, 10, 16, 12));
});
afterAll(() => reports.stop());

async function read(userId: string, query = range) {
  const { body, status } = await reports.get(`/api/usage/caching?${query}`, { userId });
  expect([query, status]).toEqual([query, 200]);
  return body;
}

const nothing = { requests: 0, prompt_tokens: 0, cached_tokens: 0, hit_rate: null, saved: 0 };

describe('GET /api/usage/caching', () => {
  it('shows what was read, written and saved, to the nano-dollar', async () => {
    const userId = newUser();
    const claude = { model: 'anthropic/claude', appName: 'Desk' };
    await reports.store.postCharges([
      // A write of 1,001 tokens costs 1,001 x 750 nanos more than plain input.
      makeCall(userId, { input: 1_000, write: 1_001 }, claude),
      makeCall(userId, { input: 99, read: 2_001 }, { ...claude, isSticky: true }),
      makeCall(userId, { input: 500 }, { model: 'acme/small' }),
    ]);
    const sticky = { requests: 1, prompt_tokens: 2_100, cached_tokens: 2_001 };
    const saved = { written: -0.00075075, read: 0.0054027 };
    const report = await read(userId);
    const stickyPart = { ...sticky, hit_rate: 0.952857, saved: saved.read };
    expect(report).toEqual({
      ...{ from: '2026-11-14', to: '2026-11-16', group: 'model' },
      totals: {
        ...{ requests: 3, prompt_tokens: 4_601, cached_tokens: 2_001, cache_write_tokens: 1_001 },
        ...{ hit_rate: 0.434905, saved: 0.00465195, sticky: stickyPart },
      },
      groups: [
        {
          ...{ kind: 'group', id: 'anthropic/claude', requests: 2, prompt_tokens: 4_101 },
          ...{ cached_tokens: 2_001, cache_write_tokens: 1_001, hit_rate: 0.48793 },
          ...{ saved: 0.00465195, sticky: stickyPart },
        },
        {
          ...{ kind: 'group', id: 'acme/small', requests: 1, prompt_tokens: 500, saved: 0 },
          ...{ cached_tokens: 0, cache_write_tokens: 0, hit_rate: 0, sticky: nothing },
        },
      ],
      days: [
        {
          ...{ date: '2026-11-14', requests: 3, prompt_tokens: 4_601, cached_tokens: 2_001 },
          ...{ hit_rate: 0.434905, saved: 0.00465195 },
        },
      ],
      routing: {
        sticky: stickyPart,
        other: {
          ...{ requests: 2, prompt_tokens: 2_501, cached_tokens: 0, hit_rate: 0 },
          saved: saved.written,
        },
        // 5,402,700 nanos, and 2,100 x 750,750 / 2,501 that the others lost.
        added: 0.006033077,
      },
      suggestions: [],
    });
    const byApp = await read(userId, `${range}&group=app`);
    expect(
      byApp.groups.map((group: { id: string; kind: string }) => group.id ?? group.kind),
    ).toEqual(['Desk', 'unassigned']);
  });

  it('saves nothing in calls that were not charged', async () => {
    const userId = newUser();
    await reports.store.postCharges([
      makeCall(userId, { input: 10, read: 90 }, { costNanos: 0n, isSticky: true }),
    ]);
    const { totals } = await read(userId);
    expect(totals).toMatchObject({ cached_tokens: 90, hit_rate: 0.9, saved: 0 });
    expect(totals.sticky).toMatchObject({ requests: 1, saved: 0 });
  });

  it('is empty without calls, over 30 days by default', async () => {
    expect(await read(newUser(), '')).toEqual({
      ...{ from: '2026-10-18', to: '2026-11-16', group: 'model', groups: [], days: [] },
      totals: { ...nothing, cache_write_tokens: 0, sticky: nothing },
      ...{ routing: { sticky: nothing, other: nothing, added: null }, suggestions: [] },
    });
  });

  it('shows 100 groups, and the rest as one', async () => {
    const userId = newUser();
    const calls = Array.from({ length: 103 }, (_, place) =>
      makeCall(userId, { input: 1, read: 1_000 - place }, { model: `acme/m${place}` }),
    );
    await reports.store.postCharges(calls);
    const { groups } = await read(userId);
    expect(groups).toHaveLength(101);
    expect(groups[100]).toMatchObject({ kind: 'other', id: null, requests: 3 });
    expect(groups[100].cached_tokens).toBe(900 + 899 + 898);
  });

  it.each([
    ['from=2026-11-16&to=2026-11-14', 'from'],
    ['from=2026-08-16&to=2026-11-16', 'from'],
    ['from=2026-02-30', 'from'],
    ['group=team', 'group'],
  ])('refuses %s', async (query, param) => {
    const { body, status } = await reports.get(`/api/usage/caching?${query}`, {
      userId: newUser(),
    });
    expect([status, body.error.param]).toEqual([400, param]);
  });
});

describe('suggestions', () => {
  const claude = 'anthropic/claude';
  const repeat = (userId: string, count: number, changes: UsageRecordChanges) =>
    Array.from({ length: count }, () =>
      makeCall(
        userId,
        { input: 2_000 },
        {
          ...{ repeatsPrompt: true, promptFingerprint: 'rules', cacheableTokens: 1_500n },
          ...{ missedSavingNanos: 4_050_001n, ...changes },
        },
      ),
    );
  const suggestionsOf = async (userId: string, query = range) =>
    (await read(userId, query)).suggestions;

  it('name prompts that came again at least ten times, with what they would have saved', async () => {
    const userId = newUser();
    await reports.store.postCharges([
      ...repeat(userId, 10, { model: claude, keyName: 'desk', missedSavingNanos: 1n }),
      ...repeat(userId, 11, { model: claude, appName: 'Desk', keyName: 'desk' }),
      ...repeat(userId, 1, { model: claude, appName: 'Desk', missedSavingNanos: -1_125_000n }),
      ...repeat(userId, 9, { model: claude, keyName: 'desk', promptFingerprint: 'manual' }),
      ...repeat(userId, 9, { model: 'anthropic/other', keyName: 'desk' }),
    ]);
    const key = { prompt: 'rules', api_key_id: `key_${userId}`, api_key_name: 'desk' };
    expect(await suggestionsOf(userId)).toEqual([
      {
        ...{ ...key, model: claude, app: 'Desk', requests: 12, prompt_tokens: 24_000 },
        ...{ cacheable_tokens: 18_000, would_have_saved: 0.043425011 },
      },
      {
        ...{ ...key, model: claude, app: null, requests: 10, prompt_tokens: 20_000 },
        ...{ cacheable_tokens: 15_000, would_have_saved: 0.00000001 },
      },
    ]);
    expect(await suggestionsOf(userId, 'from=2026-11-15&to=2026-11-16')).toEqual([]);
  });

  it('tell prompts of one key apart, and name none for records of older relays', async () => {
    const userId = newUser();
    const older = {
      ...{ promptFingerprint: undefined, cacheableTokens: undefined },
      missedSavingNanos: undefined,
    };
    await reports.store.postCharges([
      ...repeat(userId, 10, { model: claude, promptFingerprint: 'manual' }),
      ...repeat(userId, 11, { model: claude }),
      ...repeat(userId, 12, { model: claude, ...older }),
    ]);
    const found = await suggestionsOf(userId);
    expect(found.map(({ prompt }: { prompt: string | null }) => prompt)).toEqual([
      ...['rules', 'manual'],
      null,
    ]);
    expect(found[2]).toMatchObject({ requests: 12, cacheable_tokens: 0, would_have_saved: 0 });
  });

  it('keep 200 prompts of an account and day apart, and know them again', async () => {
    const userId = newUser();
    const post = (first: number, count: number) =>
      reports.store.postCharges(
        Array.from({ length: count }, (_, place) =>
          repeat(userId, 1, { promptFingerprint: `p${String(first + place).padStart(4, '0')}` }),
        ).flat(),
      );
    await post(0, 150);
    await post(100, 150);
    await post(0, 300);
    const { rows } = await reports.database.query<{ prompt: string; requests: bigint }>(
      `SELECT prompt, repeated_requests AS requests FROM usage_prompts
        WHERE wallet_id = $1 ORDER BY prompt`,
      [userId],
    );
    expect(rows).toHaveLength(201);
    expect(rows[0]).toEqual({ prompt: '', requests: 150n });
    expect(rows.map(({ prompt }) => prompt).slice(-1)).toEqual(['p0199']);
    expect(rows.reduce((sum, { requests }) => sum + requests, 0n)).toBe(600n);
    // Another day has its own.
    await reports.store.postCharges(
      repeat(userId, 1, { promptFingerprint: 'p0250' }).map((call) => ({
        ...call,
        ulid: makeUlid(firstMs + dayMs),
        createdAtMs: firstMs + dayMs,
      })),
    );
    const { rows: later } = await reports.database.query(
      "SELECT prompt FROM usage_prompts WHERE wallet_id = $1 AND day = '2026-11-15'",
      [userId],
    );
    expect(later).toEqual([{ prompt: 'p0250' }]);
  });

  it('add up to what the records say, to the nano-dollar', async () => {
    const call = fc.record({
      prompt: fc.constantFrom('a', 'b', 'c'),
      model: fc.constantFrom('anthropic/x', 'anthropic/y'),
      missed: fc.bigInt(-5_000_000n, 50_000_000n),
      tokens: fc.nat(100_000),
    });
    const property = fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 12 }),
      async (asked) => {
        const userId = newUser();
        // Ten of each, so that every group is shown.
        const calls = asked.flatMap(({ missed, model, prompt, tokens }) =>
          repeat(userId, 10, {
            ...{ model, promptFingerprint: prompt, missedSavingNanos: missed },
            cacheableTokens: BigInt(tokens),
          }),
        );
        await reports.store.postCharges(calls);
        const found = await suggestionsOf(userId);
        const sum = (name: string): number =>
          found.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
        const savedNanos = found.reduce(
          (total: bigint, row: { would_have_saved: number }) =>
            total + BigInt(Math.round(row.would_have_saved * 1e9)),
          0n,
        );
        const expected = calls.reduce((total, { missedSavingNanos: nanos }) => total + nanos, 0n);
        expect(savedNanos).toBe(expected);
        expect(sum('requests')).toBe(calls.length);
        expect(sum('cacheable_tokens')).toBe(
          Number(calls.reduce((total, { cacheableTokens }) => total + cacheableTokens, 0n)),
        );
      },
    );
    await fc.assert(property, { numRuns: 15 });
  });
});

describe('GET /api/orgs/{orgId}/usage/caching', () => {
  const orgId = 'org_1';
  const ofMember = (memberId: string, teamId: string, read: number): Generation =>
    makeCall(orgId, { input: 1, read }, { orgId, memberId, teamId, keyId: `key_${memberId}` });

  beforeAll(async () => {
    await reports.store.postCharges([
      ofMember('mem_a', 'team_1', 1_000),
      ofMember('mem_b', 'team_1', 2_000),
      ofMember('mem_c', 'team_2', 4_000),
    ]);
    reports.setRole(orgId, 'user_boss', 'org_admin');
    reports.setRole(orgId, 'user_books', 'billing_viewer');
    reports.setRole(orgId, 'user_lead', 'team_admin', 'team_1');
    reports.setRole(orgId, 'user_a', 'member', 'team_1');
    reports.setRole(orgId, 'user_teacher', 'teacher');
  });

  it.each([
    ['an org_admin', 'user_boss', 7_000],
    ['a billing_viewer', 'user_books', 7_000],
    ['a team_admin', 'user_lead', 3_000],
    ['a member', 'user_a', 1_000],
  ])('shows %s the calls of its role', async (_who, userId, cached) => {
    const path = `/api/orgs/${orgId}/usage/caching?${range}`;
    const { body } = await reports.get(path, session(userId));
    expect(body.totals.cached_tokens).toBe(cached);
  });

  it.each([
    ['a teacher', 'user_teacher', 403],
    ['a stranger', 'user_stranger', 404],
  ])('refuses %s', async (_who, userId, expected) => {
    const { status } = await reports.get(`/api/orgs/${orgId}/usage/caching`, session(userId));
    expect(status).toBe(expected);
  });
});

describe('savings', () => {
  const someCall = fc.record({
    input: fc.nat(10_000),
    read: fc.nat(10_000),
    write: fc.nat(10_000),
    model: fc.constantFrom('acme/a', 'acme/b', 'acme/c'),
    appName: fc.constantFrom('', 'Desk', 'Shop'),
    isSticky: fc.boolean(),
    day: fc.nat(2),
  });

  it('add up to what the receipts say, by model, by app, by day and by routing', async () => {
    const property = fc.asyncProperty(
      fc.array(someCall, { minLength: 1, maxLength: 30 }),
      async (asked) => {
        const userId = newUser();
        const calls = asked.map(({ appName, day, isSticky, model, ...prompt }) =>
          makeCall(
            userId,
            { ...prompt, input: prompt.input + 1 },
            {
              ...{ model, appName, isSticky, ulid: makeUlid(firstMs + day * dayMs) },
            },
          ),
        );
        await reports.store.postCharges(calls);
        const savedNanos = calls.reduce((sum, call) => sum + call.cacheSavingsNanos, 0n);
        const byModel = await read(userId);
        const byApp = await read(userId, `${range}&group=app`);
        const add = (rows: readonly { readonly saved: number }[]): bigint =>
          rows.reduce((sum, { saved }) => sum + BigInt(Math.round(saved * 1e9)), 0n);
        const { other, sticky } = byModel.routing;
        const sums = [
          [byModel.totals],
          byModel.groups,
          byApp.groups,
          byModel.days,
          [sticky, other],
        ];
        expect(sums.map(add)).toEqual(sums.map(() => savedNanos));
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });
});
