import { createBook, createBookStore } from '../src/ledger/book-store';
import { createFillNextDay } from '../src/ledger/org-series-fill-store';
import { makeCall, makeCalls, middleMs, newOrg, SeriesModel } from './support/series-model';

let model: SeriesModel;
beforeEach(async () => {
  model = await SeriesModel.start();
});
afterEach(() => model?.stop());

describe('an organization that becomes large', () => {
  /** Resolves when a connection waits for a lock of the table. */
  async function waitForLock(table: string): Promise<void> {
    for (let round = 0; round < 600; round++) {
      const { rowCount } = await model.reports.database.query(
        'SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [table],
      );
      if (rowCount > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nothing waits for ${table}`);
  }

  it('is one with enough calls, and is added once', async () => {
    const [smallId, largeId] = [newOrg(), newOrg()];
    await model.post([
      ...makeCalls(smallId, 9, middleMs, 4),
      ...makeCalls(largeId, 10, middleMs, 4),
    ]);
    expect(await model.addLargeOrgs(11)).toBe(0);
    expect(await model.addLargeOrgs(10)).toBe(1);
    expect(await model.addLargeOrgs(10)).toBe(0);
    const { rows } = await model.reports.database.query<{ wallet_id: string }>(
      'SELECT wallet_id FROM org_series_wallets',
    );
    expect(rows.map(({ wallet_id }) => wallet_id)).toEqual([largeId]);
    await model.fillAll();
    expect(await model.listFaults()).toEqual([]);
  });

  it('gets sums of its earlier calls day by day, and the same answers meanwhile', async () => {
    const orgId = newOrg();
    model.reports.setRole(orgId, 'user_boss', 'org_admin');
    await model.post([
      ...makeCalls(orgId, 200, middleMs, 4),
      ...makeCalls(newOrg(), 50, middleMs, 4),
    ]);
    const range = 'from=2026-10-25T10:10:00Z&to=2026-11-05';
    const queries = ['none', 'model', 'app', 'key', 'team', 'member'].map(
      (group) => `metric=spend&group=${group}&tz=Asia/Kolkata&${range}`,
    );
    const latency = 'metric=latency_p95&group=key&from=2026-10-25&to=2026-11-05';
    const readAll = () =>
      Promise.all(
        [...queries, latency].map(async (query) => {
          const path = `/api/orgs/${orgId}/series?${query}`;
          const { body, status } = await model.reports.get(path, {
            kind: 'session',
            userId: 'user_boss',
          });
          expect([query, status]).toEqual([query, 200]);
          return body as unknown;
        }),
      );
    const before = await readAll();
    await model.addLargeOrgs();
    expect(await model.fillNextDay()).toBe(true);
    expect(await readAll()).toEqual(before);
    await model.fillAll();
    expect(await readAll()).toEqual(before);
    expect(await model.listFaults()).toEqual([]);
  });

  it('has calls once that are posted before, while and after its days are filled', async () => {
    const orgIds = [newOrg(), newOrg(), newOrg()];
    const calls = orgIds.flatMap((orgId) => makeCalls(orgId, 200, middleMs, 2));
    calls.sort((left, right) => (left.ulid.slice(-5) < right.ulid.slice(-5) ? -1 : 1));
    // Each store remembers for itself which organizations are large, as an instance does.
    const stores = [createBookStore(model.patient), createBookStore(model.patient)];
    await model.post(calls.slice(0, 100));
    const posting = stores.map((store, place) =>
      model.post(calls.slice(100 + place * 200, 300 + place * 200), store),
    );
    const filling = [1, 2].map(async () => {
      await model.addLargeOrgs();
      await model.fillAll();
    });
    await Promise.all([...posting, ...filling]);
    await model.post(calls.slice(500));
    await model.fillAll();
    expect(await model.listFaults()).toEqual([]);
    expect(await model.countRows('org_series_wallets')).toBe(orgIds.length);
  });

  it('has calls once whose posting began before it was large and ended after', async () => {
    const orgId = newOrg();
    const calls = makeCalls(orgId, 60, middleMs, 6);
    await model.post(calls.slice(0, 20));
    let adding: Promise<unknown> = Promise.resolve();
    await model.reports.database.withTransaction(async (transaction) => {
      await createBook(transaction).addGenerations(calls.slice(20, 40));
      adding = model.addLargeOrgs();
      await waitForLock('org_series');
    });
    await adding;
    await model.reports.store.postCharges(calls.slice(40));
    await model.fillAll();
    expect(await model.listDifferences()).toEqual([]);
  });

  it('has calls once whose posting waited until it was large', async () => {
    const orgId = newOrg();
    const calls = makeCalls(orgId, 60, middleMs, 6);
    await model.post(calls.slice(0, 20));
    let posting: Promise<unknown> = Promise.resolve();
    await model.reports.database.withTransaction(async (transaction) => {
      // What the job does, up to its commit.
      await transaction.query('LOCK TABLE org_series IN SHARE ROW EXCLUSIVE MODE');
      await transaction.query('INSERT INTO org_series_wallets VALUES ($1)', [orgId]);
      await transaction.query(
        `INSERT INTO org_series_pending (wallet_id, day)
         SELECT wallet_id, day FROM org_usage_daily`,
      );
      posting = createBookStore(model.patient).postCharges(calls.slice(20));
      await waitForLock('org_series');
    });
    await posting;
    expect(await model.countRows('org_series')).toBeGreaterThan(0);
    await model.fillAll();
    expect(await model.listFaults()).toEqual([]);
  });

  it('has a day filled again whose filling was killed in the middle', async () => {
    await model.post(makeCalls(newOrg(), 30, middleMs, 1));
    await model.addLargeOrgs();
    const killed = model.connect('killed');
    await model.reports.database.withTransaction(async (transaction) => {
      // The first table of the day is written, the second is not.
      await transaction.query('LOCK TABLE org_series IN ACCESS EXCLUSIVE MODE');
      const filling = expect(createFillNextDay(killed)()).rejects.toThrow();
      await waitForLock('org_series');
      await transaction.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
          WHERE relation = 'org_series'::regclass AND NOT granted`,
      );
      await filling;
    });
    await killed.close();
    expect(await model.countRows('org_series')).toBe(0);
    expect(await model.countRows('org_latency')).toBeGreaterThan(0);
    await model.fillAll();
    expect(await model.listFaults()).toEqual([]);
  });

  it('has its days filled although a day of another one cannot be', async () => {
    const [brokenId, otherId] = [newOrg(), newOrg()].sort();
    await model.post([brokenId, otherId].flatMap((id) => makeCalls(id ?? '', 20, middleMs, 4)));
    await model.addLargeOrgs();
    const countPending = async (orgId: string | undefined): Promise<number> =>
      (
        await model.reports.database.query(
          'SELECT 1 FROM org_series_pending WHERE wallet_id = $1',
          [orgId],
        )
      ).rowCount;
    await model.reports.database.query(
      `ALTER TABLE org_series ADD CONSTRAINT not_now CHECK (wallet_id <> '${brokenId}')`,
    );
    const [days, daysOfBroken] = [
      await model.countRows('org_series_pending'),
      await countPending(brokenId),
    ];
    const isFailed = (): Promise<boolean> =>
      model.fillNextDay().then(
        () => false,
        () => true,
      );
    let failures = 0;
    for (let round = 0; round < days; round++) failures += (await isFailed()) ? 1 : 0;
    expect([failures, await countPending(otherId)]).toEqual([daysOfBroken, 0]);
    await model.reports.database.query('ALTER TABLE org_series DROP CONSTRAINT not_now');
    await model.fillAll();
    expect(await model.listFaults()).toEqual([]);
  });

  it('has calls without a record in the first half of their hour', async () => {
    const orgId = newOrg();
    model.reports.setRole(orgId, 'user_boss', 'org_admin');
    await model.post([
      makeCall(orgId, Date.UTC(2025, 0, 14, 18, 10)),
      makeCall(orgId, Date.UTC(2025, 0, 14, 18, 50)),
    ]);
    await model.reports.database.query('DELETE FROM generations');
    await model.addLargeOrgs();
    await model.fillAll();
    expect(await model.listBreaches()).toEqual([]);
    const query = 'metric=requests&from=2025-01-14&to=2025-01-16&tz=Asia/Kolkata';
    const path = `/api/orgs/${orgId}/series?${query}`;
    const { body } = await model.reports.get(path, { kind: 'session', userId: 'user_boss' });
    expect(body.series[0].values).toEqual([2, 0]);
  });
});
