import { areDaysUseful, roundBorders } from './period-moves';
import type { SeriesGroup, SeriesQuery, UsageMetric } from './series';
import {
  groupSql,
  makeHourSums,
  makeRankedSql,
  makeSumsSql,
  type Bind,
  type PeriodSums,
  type UsageSeriesRow,
} from './usage-series-rows';

/** The groups that are read; rows by member are also by key. */
export interface OrgNames {
  readonly names: readonly string[];
  /** Null: with every key. */
  readonly keyIds: readonly string[] | null;
}

export type OrgSumsRow = Omit<UsageSeriesRow, 'place'>;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** In `org_series`. */
const dimensions: Readonly<Record<SeriesGroup, string>> = {
  ...{ none: 'none', model: 'model', app: 'app', team: 'team', member: 'member', key: 'member' },
};
const valueColumns: Readonly<Record<UsageMetric, string>> = {
  ...{ spend: 'spend_nanos', tokens: 'tokens', requests: 'requests', errors: 'errors' },
};
/** The whole of a team has the team's name there, the whole of a member the member's. */
const columnNames: Partial<Record<SeriesGroup, string>> = { none: "''", key: 'key_id' };
const columnNamesOfMember = { ...columnNames, team: 'team_id' };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The first groups of the whole range, which counts as one point. */
export function makeOrgRankSql(query: SeriesQuery<UsageMetric>, nowMs: number): Statement {
  const values: unknown[] = [];
  // Each value once: the scope of hours may be bound and not used, which Postgres refuses.
  const bind: Bind = (value) => {
    const place = values.indexOf(value);
    return `$${place < 0 ? values.push(value) : place + 1}`;
  };
  const range = [query.bordersMs[0] ?? 0, query.bordersMs.at(-1) ?? 0];
  const whole = { ...query, bordersMs: range, nowMs };
  const periods = areMonthsUseful(range, nowMs) ? monthPeriods : choosePeriods(range);
  const sums = makeLevels(whole, periods, null, bind);
  const areHoursBetter = areHoursUseful(query, range, nowMs) && sums.length > 1;
  const levels = areHoursBetter ? [...sums.slice(0, -1), makeHourSums(whole, bind)] : sums;
  const makeCalls = (): string => makeCallScope(whole, null, bind);
  return { text: makeRankedSql(whole, levels, makeCalls, bind), values };
}

/** These groups, or all of them as one for the group `none`, point by point. */
export function makeOrgSumsSql(
  query: SeriesQuery<UsageMetric>,
  names: OrgNames | null,
  nowMs: number,
): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const levels = makeLevels(query, choosePeriods(query.bordersMs), names, bind);
  const makeCalls = (): string => makeCallScope(query, names, bind);
  const text = `
WITH ${makeSumsSql({ ...query, nowMs }, levels, makeCalls, bind)}
SELECT point, name, coalesce(value, 0)::bigint AS value, unknown > 0 AS "isUnknown" FROM sums`;
  return { text, values };
}

/** A key belongs to one member at most. */
export const membersOfKeysSql = `
SELECT DISTINCT name FROM org_series
 WHERE wallet_id = $1 AND dimension = 'member' AND period = 'month' AND key_id = ANY ($2::text[])`;

type OrgPeriod = 'month' | 'day' | 'half_hour';
const monthPeriods: readonly OrgPeriod[] = ['month', 'day', 'half_hour'];

function choosePeriods(bordersMs: readonly number[]): readonly OrgPeriod[] {
  return areDaysUseful(bordersMs) ? ['day', 'half_hour'] : ['half_hour'];
}

/** Sums by month save more days than have to be read around the borders. */
function areMonthsUseful(range: readonly number[], nowMs: number): boolean {
  const [fromMs = 0, toMs = 0] = range;
  const movedMs = roundBorders(range, 'month', nowMs).reduce((sum, roundedMs, place) => {
    const borderMs = range[place] ?? 0;
    const untilMs = Math.min(Math.max(roundedMs, borderMs), Math.max(nowMs, borderMs));
    return sum + untilMs - Math.min(roundedMs, borderMs);
  }, 0);
  return movedMs + dayMs < toMs - fromMs;
}

/**
 * Half hours of all keys and members are found one by one in the index of `org_series`, so hours
 * of `usage_hourly` are quicker to read where they lead to the border.
 */
function areHoursUseful(
  { group, scope }: SeriesQuery,
  range: readonly number[],
  nowMs: number,
): boolean {
  const isOfAll = dimensions[group] === 'member' && scope.memberId === null;
  return isOfAll && range.every((ms) => ms % hourMs === 0 || ms >= nowMs);
}

function makeLevels(
  { group, metric, scope }: SeriesQuery<UsageMetric>,
  periods: readonly OrgPeriod[],
  names: OrgNames | null,
  bind: Bind,
): PeriodSums[] {
  const dimension = chooseDimension(group, scope);
  const nameColumns = scope.memberId === null ? columnNames : columnNamesOfMember;
  const conditions = [`wallet_id = ${bind(scope.walletId)}`, `dimension = '${dimension}'`];
  if (dimension === 'none') conditions.push(`name = ''`);
  if (scope.memberId !== null) conditions.push(`name = ${bind(scope.memberId)}`);
  if (scope.teamId !== null) {
    const column = dimension === 'team' ? 'name' : 'team_id';
    conditions.push(`${column} = ${bind(scope.teamId)}`);
  }
  if (names !== null && scope.memberId !== null) {
    conditions.push(`${nameColumns[group] ?? 'name'} = ANY (${bind(namesOf(names))}::text[])`);
  } else if (names !== null) {
    conditions.push(`name = ANY (${bind(names.names)}::text[])`);
    if (names.keyIds !== null) conditions.push(`key_id = ANY (${bind(names.keyIds)}::text[])`);
  }
  return periods.map((period) => ({
    period,
    table: 'org_series',
    time: 'starts_at',
    timeType: 'timestamptz',
    name: nameColumns[group] ?? 'name',
    value: valueColumns[metric],
    scope: [...conditions, `period = '${period}'`].join(' AND '),
  }));
}

function chooseDimension(group: SeriesGroup, scope: SeriesQuery['scope']): string {
  if (scope.memberId !== null) return 'member';
  return group === 'none' && scope.teamId !== null ? 'team' : dimensions[group];
}

const namesOf = ({ keyIds, names }: OrgNames): readonly string[] => keyIds ?? names;

function makeCallScope(
  { group, scope }: SeriesQuery<UsageMetric>,
  names: OrgNames | null,
  bind: Bind,
): string {
  const conditions = [`wallet_id = ${bind(scope.walletId)}`];
  if (scope.teamId !== null) conditions.push(`team_id = ${bind(scope.teamId)}`);
  if (scope.memberId !== null) conditions.push(`member_id = ${bind(scope.memberId)}`);
  if (names !== null) {
    conditions.push(`${groupSql[group]} = ANY (${bind(namesOf(names))}::text[])`);
  }
  return conditions.join(' AND ');
}
