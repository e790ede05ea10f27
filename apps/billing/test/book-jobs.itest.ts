import { BillingOutcome } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { waitUntil } from '@tollgate/testing';
import { accrueUpstreamCostUseCase } from '../src/ledger/accrue-upstream-cost';
import { decodeUsage } from '../src/ledger/decode-usage';
import { createUpstreamCostStore } from '../src/ledger/upstream-cost-store';
import { createVerifyLedgerJob } from '../src/ledger/verify-ledger.job';
import { verifyBook } from '../src/verify/verify-book';
import { verifyRecords } from '../src/verify/verify-records';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const nowMs = Date.UTC(2026, 10, 14, 0, 5);
const yesterdayMs = Date.UTC(2026, 10, 13, 23, 59);
let reports: ReportsUnderTest;

beforeAll(async () => {
  reports = await startReports();
});
afterAll(() => reports.stop());

const post = (timeMs: number, changes: UsageRecordChanges): Promise<unknown> =>
  reports.store.postCharges([aGeneration({ ulid: makeUlid(timeMs), ...changes })]);
const accrue = () =>
  accrueUpstreamCostUseCase({
    store: createUpstreamCostStore(reports.database),
    getNowMs: () => nowMs,
  })();

async function readPayables(): Promise<Record<string, bigint>> {
  const { rows } = await reports.database.query<{ account: string; amount: bigint }>(
    `SELECT from_account AS account, sum(amount_nanos)::bigint AS amount FROM transfers
      WHERE kind = 'accrual' AND to_account = 'upstream_cost' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

describe('the accrual of upstream cost', () => {
  it('books each finished day once per provider, and what comes late on top', async () => {
    await post(yesterdayMs, { provider: 'acme', costNanos: 70n });
    await post(yesterdayMs, { provider: 'other', costNanos: 5n });
    await post(nowMs, { provider: 'acme', costNanos: 1_000n });
    expect(await accrue()).toBe(2);
    expect(await accrue()).toBe(0);
    expect(await readPayables()).toEqual({ 'payable:acme': 70n, 'payable:other': 5n });
    await post(yesterdayMs, { provider: 'acme', costNanos: 7n });
    expect((await Promise.all([accrue(), accrue()])).sort()).toEqual([0, 1]);
    expect(await readPayables()).toEqual({ 'payable:acme': 77n, 'payable:other': 5n });
  });

  it('leaves out calls that were free, whatever they are listed at', async () => {
    const outcome = BillingOutcome.BILLING_OUTCOME_FREE;
    await post(yesterdayMs, { provider: 'acme', outcome, costNanos: 0n, cacheDiscountNanos: 500n });
    expect(await accrue()).toBe(0);
    expect(await readPayables()).toEqual({ 'payable:acme': 77n, 'payable:other': 5n });
  });
});

describe('the verification of the ledger', () => {
  it('finds a record that differs from what was posted', async () => {
    expect(await verifyRecords(reports.database, decodeUsage)).toMatchObject({
      count: 5,
      nanos: 1_082n,
      breaches: 0,
    });
    const other = aGeneration({ costNanos: 9n }).record;
    await reports.database.query(
      `UPDATE generations SET record = $1 WHERE ulid = (SELECT min(ulid) FROM generations)`,
      [other],
    );
    expect(await verifyRecords(reports.database, decodeUsage)).toMatchObject({ breaches: 1 });
  });

  it('goes on when one invariant cannot be checked, if it may', async () => {
    const impatient = createDatabase({
      url: reports.databaseUrl,
      name: 'test',
      logger: silentLogger,
      lockTimeoutMs: 50,
    });
    await reports.database.withTransaction(async (transaction) => {
      await transaction.query('LOCK TABLE usage_hourly IN ACCESS EXCLUSIVE MODE');
      const failed: string[] = [];
      const results = await verifyBook(impatient, { onFailure: (id) => failed.push(id) });
      expect(failed).toEqual(['hourly_usage_agrees']);
      expect(results.map(({ id }) => id)).toContain('daily_usage_agrees');
      await expect(verifyBook(impatient)).rejects.toThrow(/lock timeout/);
    });
    await impatient.close();
  });

  it('is in the metrics, invariant by invariant', async () => {
    const metrics = createMetrics('billing');
    const job = createVerifyLedgerJob({
      verify: (signal) => verifyBook(reports.database, { signal }),
      metrics,
      getNowMs: () => nowMs,
      logger: silentLogger,
      firstDelayMs: 0,
    });
    await job.start?.();
    try {
      const text = await waitUntil(
        async () => {
          const { text: rendered } = await metrics.render();
          return /verified_timestamp_seconds{.*} 1/.test(rendered) ? rendered : undefined;
        },
        { timeoutMs: 30_000 },
      );
      const value = (name: string, id: string): string | undefined =>
        new RegExp(`^tollgate_ledger_${name}{invariant="${id}"[^}]*} (.*)$`, 'm').exec(text)?.[1];
      expect(value('breaches', 'balances_equal_entries')).toBe('0');
      expect(value('count', 'charges_equal_calls')).toBe('4');
      expect(value('nanos', 'charges_equal_calls')).toBe('1082');
    } finally {
      await job.stop?.();
    }
  });
});
