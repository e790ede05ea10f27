import { formatDecimal, formatUsd, type Nanos } from '@tollgate/money';
import { writeCsv, type Cell } from './csv';
import {
  getAveragePriceMicros,
  getPercent,
  getUtilization,
  type MemberReport,
  type ModelSpend,
  type Overview,
  type TeamReport,
} from './report';

const microDecimals = 6;

const figure = (value: bigint | number): Cell => ({ figure: String(value) });
const usd = (nanos: Nanos | null): Cell => (nanos === null ? null : { figure: formatUsd(nanos) });
const percent = (value: number | null): Cell => (value === null ? null : figure(value));

/** Amounts are plain decimals of the nanos: a spreadsheet adds up what the ledger has. */
export function writeOverview({ days }: Overview): string {
  return writeCsv(
    ['date', 'spend', 'requests'],
    days.map((day) => [day.date, usd(day.spendNanos), figure(day.requests)]),
  );
}

export function writeTeams({ teams, totalNanos, unassignedNanos }: TeamReport): string {
  const rows = teams.map((team): Cell[] => [
    team.teamId,
    team.name,
    team.costCenterCode,
    usd(team.spendNanos),
    percent(getPercent(team.spendNanos, totalNanos)),
    usd(team.budgetNanos),
    percent(getUtilization(team.spendNanos, team.budgetNanos)),
  ]);
  const share = percent(getPercent(unassignedNanos, totalNanos));
  const rest = [null, unassigned, null, usd(unassignedNanos), share, null, null];
  return writeCsv(
    ['teamId', 'team', 'costCenterCode', 'spend', 'sharePct', 'budget', 'budgetUtilizationPct'],
    [...rows, rest],
  );
}

export function writeModels(models: readonly ModelSpend[]): string {
  return writeCsv(
    ['model', 'spend', 'requests', 'promptTokens', 'completionTokens', 'avgPricePer1M'],
    models.map((row) => [
      row.model,
      usd(row.spendNanos),
      figure(row.requests),
      figure(row.promptTokens),
      figure(row.completionTokens),
      { figure: formatDecimal(getAveragePriceMicros(row), microDecimals) },
    ]),
  );
}

export function writeMembers({ members, unassigned: rest }: MemberReport): string {
  const rows = members.map((member): Cell[] => [
    member.memberId,
    member.name,
    member.email,
    member.team,
    usd(member.spendNanos),
    figure(member.requests),
    usd(member.budgetNanos),
    percent(getUtilization(member.spendNanos, member.budgetNanos)),
  ]);
  const figures = [usd(rest.spendNanos), figure(rest.requests)];
  return writeCsv(
    ['memberId', 'name', 'email', 'team', 'spend', 'requests', 'budget', 'budgetUtilizationPct'],
    [...rows, [null, unassigned, null, null, ...figures, null, null]],
  );
}

/** What no team, or no member, spent. */
const unassigned = 'unassigned';
