import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { waitUntil } from '@tollgate/testing';
import { createDeleteGenerationsJob } from '../src/generations/delete-generations.job';
import { createGenerationPurge } from '../src/generations/generation-purge-store';
import { makeEntry } from '../src/ledger/journal-entry';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const dayMs = 86_400_000;

let reports: ReportsUnderTest;
beforeEach(async () => {
  reports = await startReports();
  const entries = ['user_old', 'user_other'].map(makeGrant);
  await reports.store.inTransaction((book) => book.addEntries(entries));
});
afterEach(() => reports.stop());

const makeGrant = (walletId: string) =>
  makeEntry(
    {
      ...{ id: `led_${makeUlid()}`, occurredAtMs: Date.now(), kind: 'grant', walletId },
      ...{ reference: 'g', reason: '' },
    },
    { from: 'grants', to: `wallet:${walletId}`, amountNanos: 1_000_000_000_000n },
  );
const post = (daysAgo: number, walletId = 'user_old') =>
  reports.store.postCharges([
    aGeneration({ walletId, ulid: makeUlid(Date.now() - daysAgo * dayMs) }),
  ]);
const count = async (table: string): Promise<number> => {
  const { rows } = await reports.database.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
  return Number(rows[0]?.count ?? 0);
};
const findBreaches = async () =>
  (await verifyBook(reports.database)).filter(({ breaches }) => breaches > 0).map(({ id }) => id);
const cutoff = () => new Date(Date.now() - 400 * dayMs);

describe('generation records', () => {
  it('are deleted after 400 days in batches; the ledger stays and the book still agrees', async () => {
    for (const daysAgo of [399, 401, 402, 500, 800]) await post(daysAgo);
    await post(450, 'user_other');
    expect(await findBreaches()).toEqual([]);
    const transfers = await count('transfers');
    const purge = createGenerationPurge(reports.database);
    expect(await purge.deleteBefore(cutoff(), 2)).toBe(2);
    expect(await findBreaches()).toEqual([]);
    expect(await purge.deleteBefore(cutoff(), 10)).toBe(3);
    expect(await purge.deleteBefore(cutoff(), 10)).toBe(0);
    expect(await count('generations')).toBe(1);
    expect(await count('transfers')).toBe(transfers);
    expect(await findBreaches()).toEqual([]);
  });

  it('are counted once when two instances delete at the same time', async () => {
    for (let index = 0; index < 20; index++) await post(500 + index);
    const purge = createGenerationPurge(reports.database);
    const deleted = await Promise.all([1, 2, 3].map(() => purge.deleteBefore(cutoff(), 20)));
    const rest = await purge.deleteBefore(cutoff(), 20);
    expect(deleted.reduce((sum, rows) => sum + rows, rest)).toBe(20);
    expect(await findBreaches()).toEqual([]);
  });

  it('are deleted by the job, and empty months with them', async () => {
    await reports.database.query("SELECT ensure_month('2024-03-01')");
    await post(450);
    const job = createDeleteGenerationsJob({
      purge: createGenerationPurge(reports.database),
      getNowMs: () => Date.now(),
      logger: silentLogger,
    });
    await job.start?.();
    const isDropped = async (): Promise<boolean> => {
      const { rows } = await reports.database.query<{ name: string | null }>(
        "SELECT to_regclass('generations_202403')::text AS name",
      );
      return rows[0]?.name === null;
    };
    await waitUntil(isDropped, { timeoutMs: 30_000, what: 'the old month to be dropped' });
    await job.stop?.();
    expect(await count('generations')).toBe(0);
    await post(440);
    expect(await count('generations')).toBe(1);
  });
});
