import { UsageRecorded } from '@tollgate/contracts';
import type { Nanos } from '@tollgate/money';
import type { Queryable } from '@tollgate/postgres';
import type { LimitScope, SpendCounter } from '@tollgate/till';
import { findOrgId } from '../wallets/wallet';

/** A counter of one wallet: the same user may spend from several. */
export interface SpendQuestion {
  readonly walletId: string;
  readonly counter: SpendCounter;
  readonly startMs: number;
}

/** The column of the read models that names the scope; an organization's wallet is all its own. */
const columns: Readonly<Record<LimitScope, string | null>> = {
  key: 'key_id',
  user: 'user_id',
  member: 'member_id',
  team: 'team_id',
  org: null,
};

interface SpendTable {
  readonly table: string;
  readonly time: string;
  readonly cost: string;
}

const calls: SpendTable = { table: 'generations', time: 'created_at', cost: 'cost_nanos' };
const hours: SpendTable = { table: 'usage_hourly', time: 'hour', cost: 'spend_nanos' };
const days: SpendTable = { table: 'usage_daily', time: 'day', cost: 'spend_nanos' };
/** An organization may have very many rows of a month by day. */
const months: SpendTable = { table: 'org_usage_monthly', time: 'month', cost: 'spend_nanos' };

/** The posted spend of a scope since the start of its window. */
export async function sumSpend(sql: Queryable, question: SpendQuestion): Promise<Nanos> {
  const { scope, window } = question.counter;
  switch (window) {
    case 'minute':
      return scope === 'team' || scope === 'member'
        ? sumRecords(sql, question)
        : sumTable(sql, question, calls);
    case 'hour':
      return sumTable(sql, question, hours);
    case 'total':
      return scope === 'key' ? sumKey(sql, question) : sumTable(sql, question, days);
    case 'monthly':
      return sumTable(sql, question, isWithinOrg(question) ? months : days);
    case 'daily':
    case 'weekly':
      return sumTable(sql, question, days);
  }
}

function isWithinOrg({ counter, walletId }: SpendQuestion): boolean {
  const { scope } = counter;
  return findOrgId(walletId) !== undefined && scope !== 'key' && scope !== 'user';
}

async function sumTable(
  sql: Queryable,
  { counter, startMs, walletId }: SpendQuestion,
  { cost, table, time }: SpendTable,
): Promise<Nanos> {
  const column = columns[counter.scope];
  const start = new Date(startMs).toISOString();
  const { rows } = await sql.query<{ spent: bigint }>(
    `SELECT coalesce(sum(${cost}), 0)::bigint AS spent FROM ${table}
      WHERE wallet_id = $1 AND ${time} >= $2 ${column === null ? '' : `AND ${column} = $3`}`,
    [
      walletId,
      table === days.table || table === months.table ? start.slice(0, 10) : start,
      ...(column === null ? [] : [counter.scopeId]),
    ],
  );
  return rows[0]?.spent ?? 0n;
}

async function sumKey(sql: Queryable, { counter }: SpendQuestion): Promise<Nanos> {
  const { rows } = await sql.query<{ spent: bigint }>(
    `SELECT coalesce(sum(spend_nanos), 0)::bigint AS spent FROM key_totals WHERE key_id = $1`,
    [counter.scopeId],
  );
  return rows[0]?.spent ?? 0n;
}

/** Calls of one wallet in one minute; more than these are not looked at for a forgotten counter. */
const recordsMax = 100_000;

/** Calls have no column for teams and members, and no other table has minutes. */
async function sumRecords(
  sql: Queryable,
  { counter, startMs, walletId }: SpendQuestion,
): Promise<Nanos> {
  const { rows } = await sql.query<{ cost_nanos: bigint; record: Uint8Array }>(
    `SELECT cost_nanos, record FROM generations
      WHERE wallet_id = $1 AND created_at >= $2 AND cost_nanos > 0 AND record IS NOT NULL
      LIMIT ${recordsMax}`,
    [walletId, new Date(startMs)],
  );
  let spent = 0n;
  for (const { cost_nanos: costNanos, record } of rows) {
    const { memberId, teamId } = UsageRecorded.decode(record);
    if ((counter.scope === 'team' ? teamId : memberId) === counter.scopeId) spent += costNanos;
  }
  return spent;
}
