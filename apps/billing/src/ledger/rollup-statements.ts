import { defineColumns, type Column, type ColumnBatch } from './column-batch';
import { sumRollups, type RollupSum } from './sum-rollups';
import type { Generation } from './usage';

/** How many rows share a figure of the platform. */
const slots = 4;

const figures: Readonly<Record<string, Column<RollupSum>>> = {
  day: { type: 'integer', read: (sum) => sum.day },
  spend_nanos: { type: 'bigint', read: (sum) => sum.spendNanos },
  requests: { type: 'bigint', read: (sum) => sum.requests },
  prompt_tokens: { type: 'bigint', read: (sum) => sum.promptTokens },
  completion_tokens: { type: 'bigint', read: (sum) => sum.completionTokens },
};
const sums = ['spend_nanos', 'requests', 'prompt_tokens', 'completion_tokens'];
const addSums = sums.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ');

function columnsOf(names: readonly string[]): ColumnBatch<RollupSum> {
  const columns = names.map((name, place): [string, Column<RollupSum>] => [
    name,
    { type: 'text', read: (sum) => sum.names[place] ?? '' },
  ]);
  return defineColumns({ ...Object.fromEntries(columns), ...figures });
}

const orgMonthColumns = columnsOf(['wallet_id', 'team_id', 'member_id', 'model']);
const orgDayColumns = columnsOf(['wallet_id']);
const platformColumns = columnsOf(['model', 'provider']);

export const rollupParameters =
  orgMonthColumns.parameters + orgDayColumns.parameters + platformColumns.parameters;

/** The small read models of organizations and the platform. */
export function writeRollups(first: number): string {
  const days = first + orgMonthColumns.parameters;
  const platform = days + orgDayColumns.parameters;
  const list = sums.join(', ');
  return `
new_org_months AS (
  INSERT INTO org_usage_monthly AS r (wallet_id, month, team_id, member_id, model, ${list})
  SELECT wallet_id, date '1970-01-01' + day, team_id, member_id, model, ${list}
    FROM ${orgMonthColumns.from('sums', first)}
  ON CONFLICT (wallet_id, month, team_id, member_id, model) DO UPDATE SET ${addSums}
), new_org_days AS (
  INSERT INTO org_usage_daily AS r (wallet_id, day, ${list})
  SELECT wallet_id, date '1970-01-01' + day, ${list} FROM ${orgDayColumns.from('sums', days)}
  ON CONFLICT (wallet_id, day) DO UPDATE SET ${addSums}
), new_platform_days AS (
  INSERT INTO platform_usage_daily AS r (day, model, provider, slot, ${list})
  SELECT date '1970-01-01' + day, model, provider, pg_backend_pid() % ${slots}, ${list}
    FROM ${platformColumns.from('sums', platform)}
  ON CONFLICT (day, model, provider, slot) DO UPDATE SET ${addSums}
)`;
}

export function valuesOfRollups(generations: readonly Generation[]): string[] {
  const { orgDays, orgMonths, platformDays } = sumRollups(generations);
  return [
    ...orgMonthColumns.values(orgMonths),
    ...orgDayColumns.values(orgDays),
    ...platformColumns.values(platformDays),
  ];
}
