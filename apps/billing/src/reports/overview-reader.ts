import type { Queryable } from '@tollgate/postgres';
import { type CalendarDay, getDayStartMs } from '../shared/calendar';
import { centsToNanos } from '../shared/cents';
import type { ReportDatabase } from './report-database';
import { figuresSql, noFigures } from './usage-figures-rows';
import type { BookOverview, UsageFigures } from './usage-report';

const topModelsMax = 10;
const hourMs = 3_600_000;

/** All figures are of one state of the book. */
export type ReadOverview = (nowMs: number, today: CalendarDay) => Promise<BookOverview>;

export function createReadOverview(database: Pick<ReportDatabase, 'read'>): ReadOverview {
  return (nowMs, today) =>
    database.read(async (sql) => {
      const startMs = getDayStartMs(today);
      return {
        thisHour: await sumHour(sql, nowMs - (nowMs % hourMs)),
        today: await sumDay(sql, startMs),
        yesterday: await sumDay(sql, getDayStartMs(today - 1)),
        topModels: await listTopModels(sql, startMs),
        ...(await sumWallets(sql)),
        topups: await countTopups(sql, startMs),
      };
    });
}

async function sumHour(sql: Queryable, hourStartMs: number): Promise<UsageFigures> {
  const { rows } = await sql.query<UsageFigures>(
    `SELECT ${figuresSql} FROM usage_hourly WHERE hour = $1`,
    [new Date(hourStartMs)],
  );
  return rows[0] ?? noFigures;
}

async function sumDay(sql: Queryable, dayStartMs: number): Promise<UsageFigures> {
  const { rows } = await sql.query<UsageFigures>(
    `SELECT ${figuresSql} FROM usage_daily WHERE day = $1`,
    [toDate(dayStartMs)],
  );
  return rows[0] ?? noFigures;
}

async function listTopModels(
  sql: Queryable,
  dayStartMs: number,
): Promise<BookOverview['topModels']> {
  const { rows } = await sql.query<UsageFigures & { readonly model: string }>(
    `SELECT model, ${figuresSql} FROM usage_daily WHERE day = $1
      GROUP BY model ORDER BY sum(spend_nanos) DESC, model LIMIT ${topModelsMax}`,
    [toDate(dayStartMs)],
  );
  return rows;
}

type WalletSums = Pick<BookOverview, 'wallets' | 'balanceNanos' | 'walletsBelowZero'>;

async function sumWallets(sql: Queryable): Promise<WalletSums> {
  const { rows } = await sql.query<{ wallets: bigint; balance: bigint; below: bigint }>(
    `SELECT count(*) AS wallets, coalesce(sum(balance_nanos), 0)::bigint AS balance,
            count(*) FILTER (WHERE balance_nanos < 0) AS below
       FROM wallets`,
  );
  const { balance = 0n, below = 0n, wallets = 0n } = rows[0] ?? {};
  return {
    wallets: Number(wallets),
    balanceNanos: balance,
    walletsBelowZero: Number(below),
  };
}

async function countTopups(sql: Queryable, dayStartMs: number): Promise<BookOverview['topups']> {
  const { rows } = await sql.query<{ pending: bigint; problems: bigint; cents: bigint }>(
    `SELECT count(*) FILTER (WHERE status = 'pending') AS pending,
            count(*) FILTER (WHERE problem <> '') AS problems,
            coalesce(sum(amount_cents) FILTER (WHERE paid_at >= $1), 0)::bigint AS cents
       FROM topups`,
    [new Date(dayStartMs)],
  );
  const { cents = 0n, pending = 0n, problems = 0n } = rows[0] ?? {};
  return {
    pending: Number(pending),
    withProblem: Number(problems),
    paidTodayNanos: centsToNanos(cents),
  };
}

function toDate(dayStartMs: number): string {
  return new Date(dayStartMs).toISOString().slice(0, 10);
}
