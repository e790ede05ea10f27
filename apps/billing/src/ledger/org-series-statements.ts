import { isNotNullViolation, type Queryable } from '@tollgate/postgres';
import { findOrgId } from '../wallets/wallet';
import { defineColumns } from './column-batch';
import { sumOrgSeries, type OrgLatencySum, type OrgSeriesSum } from './sum-org-series';
import type { Generation } from './usage';

const usageColumns = defineColumns<OrgSeriesSum>({
  wallet_id: { type: 'text', read: (sum) => sum.walletId },
  dimension: { type: 'text', read: (sum) => sum.dimension },
  period: { type: 'text', read: (sum) => sum.period },
  name: { type: 'text', read: (sum) => sum.name },
  key_id: { type: 'text', read: (sum) => sum.keyId },
  team_id: { type: 'text', read: (sum) => sum.teamId },
  start_ms: { type: 'bigint', read: (sum) => sum.startMs },
  spend_nanos: { type: 'bigint', read: (sum) => sum.spendNanos },
  requests: { type: 'bigint', read: (sum) => sum.requests },
  tokens: { type: 'bigint', read: (sum) => sum.tokens },
  errors: { type: 'bigint', read: (sum) => sum.errors },
});

const latencyColumns = defineColumns<OrgLatencySum>({
  wallet_id: { type: 'text', read: (sum) => sum.walletId },
  dimension: { type: 'text', read: (sum) => sum.dimension },
  day: { type: 'integer', read: (sum) => sum.day },
  name: { type: 'text', read: (sum) => sum.name },
  bucket: { type: 'smallint', read: (sum) => sum.bucket },
  durations: { type: 'bigint', read: (sum) => sum.durations },
});

const figures = ['spend_nanos', 'requests', 'tokens', 'errors'];
const addFigures = figures.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ');

/**
 * The read models behind the series of organizations. The first parameter has the organizations of
 * the batch for which it brings no sums. If one of them must have sums, the statement fails: a row
 * without a dimension is refused.
 */
export function writeOrgSeries(first: number): string {
  const list = figures.join(', ');
  const usage = first + 1;
  return `
new_org_series AS (
  INSERT INTO org_series AS s
    (wallet_id, dimension, period, name, key_id, team_id, starts_at, ${list})
  SELECT wallet_id, dimension, period, name, key_id, team_id, to_timestamp(start_ms / 1000), ${list}
    FROM ${usageColumns.from('sums', usage)}
  UNION ALL
  SELECT wallet_id, NULL, '', '', '', '', now(), 0, 0, 0, 0
    FROM org_series_wallets WHERE wallet_id = ANY ($${first}::text[])
  ON CONFLICT (wallet_id, dimension, period, name, starts_at, key_id, team_id)
  DO UPDATE SET ${addFigures}
), new_org_latencies AS (
  INSERT INTO org_latency AS l (wallet_id, dimension, day, name, bucket, durations)
  SELECT wallet_id, dimension, date '1970-01-01' + day, name, bucket, durations
    FROM ${latencyColumns.from('sums', usage + usageColumns.parameters)}
  ON CONFLICT (wallet_id, dimension, day, name, bucket)
  DO UPDATE SET durations = l.durations + excluded.durations
)`;
}

export function valuesOfOrgSeries(
  generations: readonly Generation[],
  orgsWithSums: ReadonlySet<string>,
): unknown[] {
  const { latencies, usage } = sumOrgSeries(generations, orgsWithSums);
  return [
    listOrgs(generations).filter((orgId) => !orgsWithSums.has(orgId)),
    ...usageColumns.values(usage),
    ...latencyColumns.values(latencies),
  ];
}

/** Whether a batch was refused because an organization has sums and the batch brought none. */
export function isMissingSums(error: unknown): boolean {
  return isNotNullViolation(error, { table: 'org_series', column: 'dimension' });
}

/** Those of the organizations that have sums. */
export async function findOrgsWithSums(
  sql: Queryable,
  orgIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orgIds.length === 0) return new Set();
  const { rows } = await sql.queryNamed<{ readonly id: string }>(
    'find_orgs_with_sums',
    'SELECT wallet_id AS id FROM org_series_wallets WHERE wallet_id = ANY ($1::text[])',
    [orgIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Inside a transaction: none that is not found gets sums before the end of the transaction. */
export async function keepOrgsWithSums(
  sql: Queryable,
  generations: readonly Generation[],
): Promise<ReadonlySet<string>> {
  const orgIds = listOrgs(generations);
  if (orgIds.length > 0) await sql.query('LOCK TABLE org_series IN ROW EXCLUSIVE MODE');
  return findOrgsWithSums(sql, orgIds);
}

/** The organizations that pay for these calls, each once. */
export function listOrgs(generations: readonly Generation[]): string[] {
  const orgIds = new Set<string>();
  for (const { walletId } of generations) {
    if (findOrgId(walletId) !== undefined) orgIds.add(walletId);
  }
  return [...orgIds];
}
