import { withClient } from '@tollgate/embedded';
import type { Stores } from './billing-under-test';
import {
  callSteps,
  figureStatements,
  orgSeriesSteps,
  usageSteps,
  type FillStep,
} from './read-model-rows';
import { callsPerUser, days, insertCallsSql, makeRecords } from './usage-rows';

const rowsAtOnce = 250_000;
/** Shorter than any month. */
const monthDaysMin = 28;
/** One for each core of a small machine. */
const connections = 2;

type Client = Parameters<Parameters<typeof withClient>[1]>[0];
type Say = (text: string) => void;

/** The data need not survive a crash, and one VACUUM after filling is enough for it. */
export const quickSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
};

/** Makes the calls of a year and all that posting would have made of them; prints its progress. */
export async function fillBook(stores: Stores, rows: number): Promise<void> {
  const startedMs = performance.now();
  const say: Say = (text) => {
    console.log(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  };
  const connect = <T>(run: (client: Client) => Promise<T>): Promise<T> =>
    withClient(stores.billingUrl, async (client) => {
      await client.query(settingsSql);
      return run(client);
    });
  const runSteps = (steps: readonly FillStep[]) => connect((client) => fill(client, steps, say));
  const restoreCalls = await connect(async (client) => {
    await client.query(
      `SELECT ensure_month((now() - make_interval(months => back))::date)
         FROM generate_series(0, ${Math.ceil(days / monthDaysMin)}) AS back`,
    );
    return dropIndexes(client, 'generations');
  });
  await insertCalls(rows, connect, say);
  await Promise.all([
    runSteps([...usageSteps, ...orgSeriesSteps]),
    connect(async (client) => {
      await restoreCalls(client);
      say('indexes of calls');
      await fill(client, callSteps, say);
    }),
  ]);
  await Promise.all(vacuumSql.map((sql) => connect((client) => client.query(sql))));
  say('vacuumed');
  await connect(requireAgreement);
  say('ready: calls, wallets and read models agree');
}

const settingsSql = `SET synchronous_commit = off; SET work_mem = '512MB';
  SET maintenance_work_mem = '512MB'; SET max_parallel_workers_per_gather = 0;
  SET max_parallel_maintenance_workers = 0`;
const vacuumSql = [
  'VACUUM ANALYZE generations',
  `VACUUM ANALYZE transfers, usage_hourly, usage_daily, usage_latency, org_series, org_latency,
     org_usage_monthly, org_usage_daily, platform_usage_daily, key_totals, wallets`,
];

/** Each connection makes the calls of its part of the year, so that they lie in order of time. */
async function insertCalls(
  rows: number,
  connect: (run: (client: Client) => Promise<void>) => Promise<void>,
  say: Say,
): Promise<void> {
  const nowMs = Date.now();
  const records = makeRecords();
  const users = Math.ceil(rows / callsPerUser);
  const rowsEach = Math.ceil(rows / connections);
  let done = 0;
  const insert = (connection: number): Promise<void> =>
    connect(async (client) => {
      const end = Math.min(rows, (connection + 1) * rowsEach);
      for (let first = connection * rowsEach + 1; first <= end; first += rowsAtOnce) {
        const last = Math.min(end, first + rowsAtOnce - 1);
        await client.query(insertCallsSql, [first, last, rows, nowMs, records, users]);
        done += last - first + 1;
        say(`${done.toLocaleString('en')} of ${rows.toLocaleString('en')} calls`);
      }
    });
  await Promise.all(Array.from({ length: connections }, (_, connection) => insert(connection)));
}

async function fill(client: Client, steps: readonly FillStep[], say: Say): Promise<void> {
  for (const { largeTable, name, sql } of steps) {
    const restore = largeTable === undefined ? undefined : await dropIndexes(client, largeTable);
    await client.query(sql);
    await restore?.(client);
    say(name);
  }
}

/** An index that is built of all rows takes a tenth of the time of one that grows with them. */
async function dropIndexes(
  client: Client,
  table: string,
): Promise<(client: Client) => Promise<void>> {
  const { rows } = await client.query<Record<'drop' | 'create', string>>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', $1::text, conname) AS drop,
            format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, conname,
                   pg_get_constraintdef(oid)) AS create
       FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass),
            replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  for (const { drop } of rows) await client.query(drop);
  return async (later) => {
    for (const { create } of rows) await later.query(create);
  };
}

async function requireAgreement(client: Client): Promise<void> {
  for (const sql of figureStatements) {
    const { rows } = await client.query<Record<'name' | 'calls' | 'spend', string | null>>(sql);
    const calls = rows.find(({ name }) => name === 'generations');
    const isOther = (figure: string | null, expected: string | null | undefined): boolean =>
      figure !== null && Number(figure) !== Number(expected);
    const wrong = rows.filter(
      (row) => isOther(row.calls, calls?.calls) || isOther(row.spend, calls?.spend),
    );
    if (wrong.length > 0) {
      const names = wrong.map(({ name }) => name).join(', ');
      throw new Error(`the figures of ${names} differ from those of the calls`);
    }
  }
}
