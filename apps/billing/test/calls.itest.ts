import { makeUlid } from '@tollgate/ids';
import type { Generation } from '../src/ledger/usage';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const startMs = Date.UTC(2026, 10, 14, 9);
let reports: ReportsUnderTest;

beforeAll(async () => {
  reports = await startReports();
});
afterAll(() => reports.stop());

interface Item extends Readonly<Record<string, unknown>> {
  readonly id: string;
}
interface Page {
  readonly calls: readonly Item[];
  readonly nextCursor: string | null;
}

const newUser = (): string => `user_${makeUlid()}`;
const makeCalls = (
  userId: string,
  count: number,
  change: (index: number) => UsageRecordChanges & { ulid?: string } = () => ({}),
): Generation[] =>
  Array.from({ length: count }, (_, index) =>
    aGeneration({
      ...{ ulid: makeUlid(startMs + index), walletId: userId, userId, keyId: `key_${userId}` },
      ...change(index),
    }),
  );
const idsOf = (calls: readonly Generation[]): string[] => calls.map(({ ulid }) => `gen-${ulid}`);

async function read(userId: string, query = ''): Promise<Page> {
  const { body, status } = await reports.get(`/api/calls?${query}`, { userId });
  expect([query, status]).toEqual([query, 200]);
  return body as Page;
}

/** All pages, and how many there were. */
async function readAll(userId: string, query = ''): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor = '';
  for (let pages = 1; ; pages++) {
    const page = await read(userId, `${query}&cursor=${cursor}`);
    ids.push(...page.calls.map(({ id }) => id));
    if (page.nextCursor === null) return { ids, pages };
    cursor = page.nextCursor;
  }
}

/** As rows were written before migration 0014. */
const forgetColumns = (userId: string): Promise<unknown> =>
  reports.database.query(
    `UPDATE generations SET app_name = NULL, call_status = NULL, is_failover = NULL,
       team_id = NULL, member_id = NULL WHERE wallet_id = $1`,
    [userId],
  );

describe('GET /api/calls', () => {
  it('shows the figures of a call without prompt and answer', async () => {
    const userId = newUser();
    const [call] = makeCalls(userId, 1, () => ({
      ...{ costNanos: 250_000_000n, appName: 'Claude Code', firstTokenMs: 7n, isStreamed: true },
      usage: { input: 8n, cacheRead: 2n, output: 5n },
    }));
    await reports.store.postCharges([call as Generation]);
    expect(await read(userId)).toEqual({
      calls: [
        {
          id: `gen-${call?.ulid}`,
          created_at: '2026-11-14T09:00:00.000Z',
          model: 'acme/chat-1',
          provider: 'acme',
          api_key_id: `key_${userId}`,
          app: 'Claude Code',
          api_type: 'chat',
          status: 200,
          outcome: 'charged',
          finish_reason: 'stop',
          streamed: true,
          cancelled: false,
          is_failover: false,
          is_byok: false,
          prompt_tokens: 10,
          completion_tokens: 5,
          cached_tokens: 2,
          cost: 0.25,
          duration_ms: 12,
          first_token_ms: 7,
          request_id: 'req_1',
        },
      ],
      nextCursor: null,
    });
  });

  it('shows every call once, newest first, also calls of one millisecond', async () => {
    const userId = newUser();
    const calls = makeCalls(userId, 25, (index) => ({
      ulid: makeUlid(startMs + Math.floor(index / 6)),
    }));
    await reports.store.postCharges(calls);
    const expected = idsOf(calls).sort().reverse();
    for (const limit of [1, 4, 5, 24, 25, 26]) {
      const { ids, pages } = await readAll(userId, `limit=${limit}`);
      expect(ids).toEqual(expected);
      expect(pages).toBe(Math.ceil(25 / limit));
    }
  });

  it('continues where a page ended although newer calls were posted', async () => {
    const userId = newUser();
    const calls = makeCalls(userId, 6);
    await reports.store.postCharges(calls.slice(0, 4));
    const first = await read(userId, 'limit=2');
    await reports.store.postCharges(calls.slice(4));
    const second = await read(userId, `limit=2&cursor=${first.nextCursor}`);
    expect([...first.calls, ...second.calls].map(({ id }) => id)).toEqual(
      idsOf(calls.slice(0, 4)).reverse(),
    );
    expect(second.nextCursor).toBeNull();
  });

  it('crosses the borders of months', async () => {
    const userId = newUser();
    const months = ['2026-09-30T23:59:59.999Z', '2026-10-01T00:00:00Z', '2099-01-01T00:00:00Z'];
    const calls = makeCalls(userId, 3, (index) => ({
      ulid: makeUlid(Date.parse(months[index] ?? '')),
    }));
    await reports.store.postCharges(calls);
    expect((await readAll(userId, 'limit=1')).ids).toEqual(idsOf(calls).reverse());
  });

  it('shows no calls of another account', async () => {
    await reports.store.postCharges(makeCalls(newUser(), 2));
    expect(await read(newUser())).toEqual({ calls: [], nextCursor: null });
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=many',
    'cursor=abc',
    'cursor=djEuMDE',
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'status=200',
    'min_cost=-1',
    'max_cost=1e9',
    'failover=yes',
    'model=a&model=b',
    'app=%00',
  ])('refuses %s', async (query) => {
    const { body, status } = await reports.get(`/api/calls?${query}`, { userId: newUser() });
    expect([status, body.error.code]).toEqual([400, 'unsupported_param']);
    expect(body.error.param).toBe(query.split('=')[0]);
  });
});

describe.each(['with filter columns', 'from before the filter columns'])(
  'filters on rows %s',
  (when) => {
    const userId = newUser();
    const changes: readonly UsageRecordChanges[] = [
      { costNanos: 100_000_000n, appName: 'Cursor' },
      { costNanos: 200_000_000n, model: 'acme/big', keyId: 'key_other' },
      { costNanos: 0n, errorCode: 'upstream_error', status: 502, isFailover: true },
      { costNanos: 0n, isCancelled: true },
      { costNanos: 300_000_000n, isFailover: true, appName: 'Cursor' },
    ];
    const calls = makeCalls(userId, changes.length, (index) => changes[index] ?? {});

    beforeAll(async () => {
      await reports.store.postCharges(calls);
      if (when.startsWith('from')) await forgetColumns(userId);
    });

    it.each<[string, readonly number[]]>([
      ['status=ok', [4, 1, 0]],
      ['status=error', [2]],
      ['status=cancelled', [3]],
      ['failover=true', [4, 2]],
      ['failover=false', [3, 1, 0]],
      ['app=Cursor', [4, 0]],
      ['app=unknown', [3, 2, 1]],
      ['app=Cursor&failover=true', [4]],
      ['model=acme/big', [1]],
      ['api_key_id=key_other', [1]],
      ['min_cost=0.2', [4, 1]],
      ['max_cost=0.1', [3, 2, 0]],
      ['min_cost=0.1&max_cost=0.200000000', [1, 0]],
      ['min_cost=0.2&status=error', []],
      [`from=${new Date(startMs + 3).toISOString()}`, [4, 3]],
      [`to=${new Date(startMs + 1).toISOString()}`, [0]],
      ['from=2026-11-14T10:00:00%2B01:00', [4, 3, 2, 1, 0]],
    ])('%s', async (query, places) => {
      const expected = places.map((place) => `gen-${calls[place]?.ulid}`);
      expect((await readAll(userId, query)).ids).toEqual(expected);
      expect((await readAll(userId, `${query}&limit=1`)).ids).toEqual(expected);
    });
  },
);

describe('a filter that few calls match', () => {
  const userId = newUser();
  const rare = makeCalls(userId, 3, () => ({ appName: 'rare' }));
  const common = aGeneration({
    ...{ ulid: makeUlid(startMs + 9), walletId: userId, userId, appName: 'common' },
  });

  beforeAll(async () => {
    await reports.store.postCharges([...rare, common]);
    const times = Array.from({ length: 2_300 }, (_, index) => startMs + 10 + index);
    await reports.database.query(
      `INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, provider,
         outcome, cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, app_name,
         call_status, is_failover, team_id, member_id, record)
       SELECT more.ulid, to_timestamp(more.ms / 1000.0), wallet_id, user_id, key_id, model,
              provider, outcome, cost_nanos, reserved_nanos, prompt_tokens, completion_tokens,
              app_name, call_status, is_failover, team_id, member_id, record
         FROM generations, unnest($3::text[], $4::bigint[]) AS more (ulid, ms)
        WHERE wallet_id = $1 AND generations.ulid = $2`,
      [userId, common.ulid, times.map((ms) => makeUlid(ms)), times],
    );
  });

  it('reads at most 1000 calls for a page, and the pages together find every match', async () => {
    const first = await read(userId, 'app=rare&limit=2');
    expect(first.calls).toEqual([]);
    const second = await read(userId, `app=rare&limit=2&cursor=${first.nextCursor}`);
    expect(second.calls).toEqual([]);
    const third = await read(userId, `app=rare&limit=2&cursor=${second.nextCursor}`);
    expect(third.calls).toHaveLength(2);
    expect((await readAll(userId, 'app=rare&limit=2')).ids).toEqual(idsOf(rare).reverse());
  });

  it('decodes at most 1000 records of old rows for a page', async () => {
    await forgetColumns(userId);
    const first = await read(userId, 'app=rare');
    expect(first.calls).toEqual([]);
    const { ids, pages } = await readAll(userId, 'app=rare&limit=2');
    expect(ids).toEqual(idsOf(rare).reverse());
    expect(pages).toBeGreaterThan(2);
  });
});
