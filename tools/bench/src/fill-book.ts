import { withClient } from '@tollgate/embedded';
import type { Stores } from './billing-under-test';
import {
  callsPerUser,
  days,
  figuresSql,
  insertCallsSql,
  makeRecords,
  readModelSteps,
} from './usage-rows';

const rowsAtOnce = 250_000;
/** Shorter than any month. */
const monthDaysMin = 28;

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** Makes the calls of a year and all that posting would have made of them; prints its progress. */
export async function fillBook(stores: Stores, rows: number): Promise<void> {
  const startedMs = performance.now();
  const say = (text: string): void => {
    console.log(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  };
  await withClient(stores.billingUrl, async (client) => {
    await client.query(
      "SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'",
    );
    await client.query(
      `SELECT ensure_month((now() - make_interval(months => back))::date)
         FROM generate_series(0, ${Math.ceil(days / monthDaysMin)}) AS back`,
    );
    const nowMs = Date.now();
    const records = makeRecords();
    const users = Math.ceil(rows / callsPerUser);
    for (let first = 1; first <= rows; first += rowsAtOnce) {
      const last = Math.min(rows, first + rowsAtOnce - 1);
      await client.query(insertCallsSql, [first, last, rows, nowMs, records, users]);
      say(`${last.toLocaleString('en')} of ${rows.toLocaleString('en')} calls`);
    }
    for (const [index, [name, sql, largeTable]] of readModelSteps.entries()) {
      if (largeTable === undefined) await client.query(sql);
      else await withoutPrimaryKey(client, largeTable, () => client.query(sql));
      say(`step ${index + 1} of ${readModelSteps.length}: ${name}`);
    }
    await client.query('VACUUM ANALYZE');
    say('vacuumed');
    await requireAgreement(client);
    say('ready: calls, wallets and read models agree');
  });
}

/** An index that is built of all rows takes a tenth of the time of one that grows with them. */
async function withoutPrimaryKey(
  client: Client,
  table: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<Record<'name' | 'definition', string>>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = '${table}'::regclass AND contype = 'p'`,
  );
  const [key] = rows;
  if (key === undefined) throw new Error(`${table} has no primary key`);
  await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${key.name}`);
  await run();
  await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${key.name} ${key.definition}`);
}

async function requireAgreement(client: Client): Promise<void> {
  const { rows } =
    await client.query<Record<'name' | 'calls' | 'spend', string | null>>(figuresSql);
  const calls = rows.find(({ name }) => name === 'generations');
  const isOther = (figure: string | null, expected: string | null | undefined): boolean =>
    figure !== null && figure !== expected;
  const wrong = rows.filter(
    (row) => isOther(row.calls, calls?.calls) || isOther(row.spend, calls?.spend),
  );
  if (wrong.length > 0) {
    const names = wrong.map(({ name }) => name).join(', ');
    throw new Error(`the figures of ${names} differ from those of the calls`);
  }
}
