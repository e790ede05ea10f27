import type { Queryable } from '@tollgate/postgres';
import { findOrgId } from '../wallets/wallet';
import {
  makeOrgRankSql,
  makeOrgSumsSql,
  membersOfKeysSql,
  type OrgNames,
  type OrgSumsRow,
} from './org-series-rows';
import { groupsMax, type SeriesGroup, type SeriesQuery, type UsageMetric } from './series';
import type { UsageSeriesRow } from './usage-series-rows';

/** Of one team and of one member there are no sums by model and by app. */
const partGroups: readonly SeriesGroup[] = ['none', 'team', 'member', 'key'];

/**
 * Whether `org_series` answers the query: it has sums of large organizations, their teams and
 * members, complete once a job has filled in the days from before they were large.
 */
export async function isInOrgSeries(
  sql: Queryable,
  { group, scope }: SeriesQuery,
): Promise<boolean> {
  const { keyId, memberId, teamId, walletId } = scope;
  if (findOrgId(walletId) === undefined) return false;
  if (keyId !== null) return false;
  if ((memberId ?? teamId) !== null && !partGroups.includes(group)) return false;
  const { rows } = await sql.queryNamed(
    'has_org_series',
    `SELECT 1 FROM org_series_wallets AS o WHERE wallet_id = $1 AND NOT EXISTS (
       SELECT 1 FROM org_series_pending AS p WHERE p.wallet_id = o.wallet_id)`,
    [walletId],
  );
  return rows.length > 0;
}

/**
 * As `makeUsageSeriesSql` would read them. Only the first groups are read point by point; all
 * others together are what these leave of the whole organization or team.
 */
export async function readOrgRows(
  sql: Queryable,
  query: SeriesQuery<UsageMetric>,
  nowMs: number,
): Promise<UsageSeriesRow[]> {
  const whole = { ...query, group: 'none' } as const;
  if (query.group === 'none') {
    return (await readSums(sql, whole, null, nowMs)).map((row) => ({ ...row, place: 1 }));
  }
  const { hasOthers, names } = await rankGroups(sql, query, nowMs);
  const places = new Map(names.map((name, index) => [name, index + 1]));
  const found = await findNames(sql, query, names);
  const rows = (await readSums(sql, query, found, nowMs)).map((row) => ({
    ...row,
    place: places.get(row.name ?? '') ?? groupsMax + 1,
  }));
  rows.sort((left, right) => left.place - right.place);
  if (!hasOthers) return rows;
  return [...rows, ...subtract(await readSums(sql, whole, null, nowMs), rows)];
}

/** The names of the first groups, in order. */
export async function rankGroups(
  sql: Queryable,
  query: SeriesQuery<UsageMetric>,
  nowMs: number,
): Promise<{ readonly names: readonly string[]; readonly hasOthers: boolean }> {
  const { text, values } = makeOrgRankSql(query, nowMs);
  const { rows } = await sql.query<UsageSeriesRow>(text, values);
  const names = rows.filter(({ place }) => place <= groupsMax).map(({ name }) => name ?? '');
  return { names, hasOthers: names.length < rows.length };
}

async function findNames(
  sql: Queryable,
  { group, scope }: SeriesQuery,
  names: readonly string[],
): Promise<OrgNames> {
  if (group !== 'key') return { names, keyIds: null };
  const { rows } = await sql.queryNamed<{ readonly name: string }>(
    'members_of_keys',
    membersOfKeysSql,
    [scope.walletId, names],
  );
  return { names: rows.map(({ name }) => name), keyIds: names };
}

async function readSums(
  sql: Queryable,
  query: SeriesQuery<UsageMetric>,
  names: OrgNames | null,
  nowMs: number,
): Promise<OrgSumsRow[]> {
  const { text, values } = makeOrgSumsSql(query, names, nowMs);
  const { rows } = await sql.query<OrgSumsRow>(text, values);
  return rows;
}

/** What the groups leave of all, point by point. */
function subtract(all: readonly OrgSumsRow[], groups: readonly UsageSeriesRow[]): UsageSeriesRow[] {
  const byPoint = Map.groupBy(groups, ({ point }) => point);
  return all.map(({ isUnknown, point, value }) => {
    const named = byPoint.get(point) ?? [];
    return {
      ...{ point, place: groupsMax + 1, name: null },
      value: named.reduce((left, row) => left - row.value, value),
      isUnknown: isUnknown || named.some((row) => row.isUnknown),
    };
  });
}
