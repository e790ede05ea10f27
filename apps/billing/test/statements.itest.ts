import fc from 'fast-check';
import { makeUlid } from '@tollgate/ids';
import { usdNumberToNanos } from '@tollgate/money';
import { makeEntry } from '../src/ledger/journal-entry';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const nowMs = Date.UTC(2026, 10, 14, 9, 0, 0);
const at = (iso: string): number => Date.parse(iso);
const session = (userId: string) => ({ kind: 'session', userId }) as const;
let reports: ReportsUnderTest;

beforeAll(async () => {
  reports = await startReports();
  reports.setNowMs(nowMs);
});
afterAll(() => reports.stop());

function addGrant(walletId: string, amountNanos: bigint, occurredAtMs = nowMs): Promise<unknown> {
  const entry = makeEntry(
    {
      id: `led_${makeUlid()}`,
      occurredAtMs,
      kind: 'grant',
      walletId,
      reference: 'grant-1',
      reason: 'welcome',
    },
    { from: 'grants', to: `wallet:${walletId}`, amountNanos },
  );
  return reports.store.inTransaction((book) => book.addEntries([entry]));
}

function charge(walletId: string, timeMs: number, costNanos: bigint, model = 'acme/chat') {
  const usage = { walletId, userId: walletId, costNanos, model };
  return reports.store.postCharges([aGeneration({ ulid: makeUlid(timeMs), ...usage })]);
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly amountUsd: number;
  readonly createdAt: string;
}

async function listEntries(userId: string, filter: string, limit = 200): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor = '';
  for (let page = 0; page < 50; page += 1) {
    const path = `/api/billing/ledger?limit=${limit}&${filter}${cursor}`;
    const { body } = await reports.get(path, session(userId));
    entries.push(...body.entries);
    if (body.nextCursor === null) return entries;
    cursor = `&cursor=${body.nextCursor}`;
  }
  throw new Error('the ledger has no end');
}

describe('the ledger with a filter', () => {
  const userId = 'user_filter';
  beforeAll(async () => {
    await addGrant(userId, 5_000_000_000n, at('2026-09-30T23:59:59Z'));
    for (const day of ['2026-10-01', '2026-10-15', '2026-10-31', '2026-11-02']) {
      await charge(userId, at(`${day}T12:00:00Z`), 1_000_000n);
    }
    await addGrant(userId, 1_000_000_000n, at('2026-11-03T00:00:00Z'));
    // Posted late: its place is not where its time is.
    await charge(userId, at('2026-10-20T12:00:00Z'), 2_000_000n);
  });

  it('lists one kind only', async () => {
    const kinds = (await listEntries(userId, 'kind=grant')).map(({ kind }) => kind);
    expect(kinds).toEqual(['grant', 'grant']);
    expect(await listEntries(userId, 'kind=topup')).toEqual([]);
  });

  it('lists the entries of the days from and to, both included', async () => {
    const filter = 'from=2026-10-01&to=2026-10-31';
    const days = (await listEntries(userId, filter)).map(({ createdAt }) => createdAt.slice(0, 10));
    expect(days).toEqual(['2026-10-20', '2026-10-31', '2026-10-15', '2026-10-01']);
    expect(await listEntries(userId, `${filter}&kind=grant`)).toEqual([]);
    expect(await listEntries(userId, 'from=2027-01-01')).toEqual([]);
    expect(await listEntries(userId, 'to=2026-09-30')).toHaveLength(1);
  });

  it('lists every entry once in pages of any size', async () => {
    const all = await listEntries(userId, 'kind=settle');
    expect(all).toHaveLength(5);
    for (const limit of [1, 2, 3, 5]) {
      expect(await listEntries(userId, 'kind=settle', limit)).toEqual(all);
    }
  });

  it.each(['kind=gift', 'from=yesterday', 'to=2026-02-30'])('refuses %s', async (filter) => {
    const { body, status } = await reports.get(`/api/billing/ledger?${filter}`, session(userId));
    expect([status, body.error.param]).toEqual([400, filter.split('=')[0]]);
  });
});

describe('GET /api/billing/statements/{month}', () => {
  const read = async (userId: string, month: string) =>
    reports.get(`/api/billing/statements/${month}`, session(userId));

  it('opens with the balance of the month before and closes with the next one', async () => {
    const userId = 'user_statement';
    await addGrant(userId, 5_000_000_000n, at('2026-09-30T23:59:59.999Z'));
    await charge(userId, at('2026-10-01T00:00:00Z'), 1_000_000_001n);
    await charge(userId, at('2026-10-31T23:59:59.999Z'), 1_000_000_000n, 'acme/big');
    await charge(userId, at('2026-11-01T00:00:00Z'), 500_000_000n);
    expect((await read(userId, '2026-10')).body).toEqual({
      month: '2026-10',
      from: '2026-10-01T00:00:00Z',
      until: '2026-11-01T00:00:00Z',
      isOver: true,
      openingUsd: 5,
      closingUsd: 2.999999999,
      sums: [{ kind: 'settle', entries: 2, amountUsd: -2.000000001 }],
      models: [
        { model: 'acme/chat', requests: 1, amountUsd: 1.000000001 },
        { model: 'acme/big', requests: 1, amountUsd: 1 },
      ],
    });
    const current = (await read(userId, '2026-11')).body;
    expect(current).toMatchObject({
      isOver: false,
      openingUsd: 2.999999999,
      closingUsd: 2.499999999,
    });
    const before = (await read(userId, '2026-08')).body;
    expect(before).toMatchObject({ openingUsd: 0, closingUsd: 0, sums: [], models: [] });
  });

  it('agrees with its neighbours and with the ledger for any entries', async () => {
    const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
    const firstMs = at('2026-08-01T00:00:00Z');
    const anyEntry = fc.record({
      timeMs: fc.integer({ min: firstMs, max: nowMs }),
      nanos: fc.bigInt(1n, 3_000_000_000n),
      isGrant: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 20 }), async (entries) => {
        const userId = `user_${makeUlid()}`;
        for (const { isGrant, nanos, timeMs } of entries) {
          await (isGrant ? addGrant(userId, nanos, timeMs) : charge(userId, timeMs, nanos));
        }
        let opening = 0n;
        for (const month of months) {
          const { body } = await read(userId, month);
          const sums = (body.sums as Entry[]).map(({ amountUsd }) => usdNumberToNanos(amountUsd));
          const charged = (body.models as Entry[]).map((row) => usdNumberToNanos(row.amountUsd));
          const settled = (body.sums as Entry[]).find(({ kind }) => kind === 'settle');
          expect(usdNumberToNanos(body.openingUsd)).toBe(opening);
          opening += sum(sums);
          expect(usdNumberToNanos(body.closingUsd)).toBe(opening);
          expect(sum(charged)).toBe(-usdNumberToNanos(settled?.amountUsd ?? 0));
        }
        const ledger = await listEntries(userId, '');
        expect(sum(ledger.map(({ amountUsd }) => usdNumberToNanos(amountUsd)))).toBe(opening);
      }),
      { numRuns: 10 },
    );
  });

  it.each(['2026-13', '2026-1', 'november', '2026-12', '1969-12', '99999-01'])(
    'refuses %s',
    async (month) => {
      const { body, status } = await read('user_statement', month);
      expect([status, body.error.param]).toEqual([400, 'month']);
    },
  );

  it('shows an organization to its admins and billing viewers alone', async () => {
    const orgId = 'org_statement';
    await addGrant(orgId, 7_000_000_000n);
    const path = `/api/billing/statements/2026-11?orgId=${orgId}`;
    const statuses: Record<string, number> = {};
    for (const role of [
      'org_admin',
      'billing_viewer',
      'team_admin',
      'member',
      'teacher',
    ] as const) {
      reports.setRole(orgId, `user_${role}`, role);
      statuses[role] = (await reports.get(path, session(`user_${role}`))).status;
    }
    statuses['stranger'] = (await reports.get(path, session('user_stranger'))).status;
    expect(statuses).toEqual({
      org_admin: 200,
      billing_viewer: 200,
      team_admin: 403,
      member: 403,
      teacher: 403,
      stranger: 404,
    });
  });
});

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, two) => one + two, 0n);
