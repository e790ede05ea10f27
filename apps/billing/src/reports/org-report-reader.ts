import type { Queryable } from '@tollgate/postgres';
import { type CalendarMonth, formatDay, getFirstDay, parseDay } from '../shared/calendar';
import type { OrgReports } from './ports';
import type { ReportDatabase } from './report-database';
import { figuresSql, readFigures } from './usage-figures-rows';
import type { OrgMonth, OrgOverview, UsageFigures } from './usage-report';

/** More teams times models, or members, than any organization has. */
const rowsMax = 20_000;

export function createOrgReports(database: Pick<ReportDatabase, 'read'>): OrgReports {
  return {
    readOverview: (of) =>
      database.read(async (sql) => {
        const days = await listDays(sql, of);
        const before = await listDays(sql, { ...of, month: of.month - 1 });
        return { totals: sum(days), previousSpendNanos: sum(before).spendNanos, days };
      }),

    listTeams: (of) =>
      database.read(async (sql) => {
        const rows = await listMonth(sql, of, ['team_id', 'model']);
        return rows.map((row) => ({
          teamId: row.team_id,
          model: row.model,
          spendNanos: row.spendNanos,
          requests: row.requests,
        }));
      }),

    listModels: (of) =>
      database.read(async (sql) => {
        const rows = await listMonth(sql, of, ['model']);
        return rows.map((row) => ({ ...readFigures(row), model: row.model }));
      }),

    listMembers: (of) =>
      database.read(async (sql) => {
        const rows = await listMonth(sql, of, ['member_id']);
        return rows.map((row) => ({
          memberId: row.member_id,
          spendNanos: row.spendNanos,
          requests: row.requests,
        }));
      }),
  };
}

const firstDay = (month: CalendarMonth): string => formatDay(getFirstDay(month));

async function listDays(sql: Queryable, { month, orgId }: OrgMonth): Promise<OrgOverview['days']> {
  const { rows } = await sql.queryNamed<UsageFigures & { readonly day: string }>(
    'org_days',
    `SELECT day::text AS day, spend_nanos AS "spendNanos", requests,
            prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens"
       FROM org_usage_daily WHERE wallet_id = $1 AND day >= $2::date AND day < $3::date
      ORDER BY day`,
    [orgId, firstDay(month), firstDay(month + 1)],
  );
  return rows.map((row) => ({ ...readFigures(row), day: parseDay(row.day) ?? 0 }));
}

type GroupColumn = 'team_id' | 'member_id' | 'model';
type MonthRow = UsageFigures & Readonly<Record<GroupColumn, string>>;

async function listMonth(
  sql: Queryable,
  { month, orgId }: OrgMonth,
  columns: readonly GroupColumn[],
): Promise<MonthRow[]> {
  const list = columns.join(', ');
  const { rows } = await sql.queryNamed<MonthRow>(
    `org_month_by_${columns.join('_')}`,
    `SELECT ${list}, ${figuresSql} FROM org_usage_monthly WHERE wallet_id = $1 AND month = $2
      GROUP BY ${list} ORDER BY "spendNanos" DESC, requests DESC, ${list} LIMIT ${rowsMax}`,
    [orgId, firstDay(month)],
  );
  return rows;
}

function sum(days: readonly UsageFigures[]): UsageFigures {
  const total = { spendNanos: 0n, requests: 0n, promptTokens: 0n, completionTokens: 0n };
  for (const day of days) {
    total.spendNanos += day.spendNanos;
    total.requests += day.requests;
    total.promptTokens += day.promptTokens;
    total.completionTokens += day.completionTokens;
  }
  return total;
}
