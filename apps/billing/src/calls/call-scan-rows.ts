import { receiptColumns } from '../generations/receipt-rows';
import type { CallFilters, CallsQuery } from './call';

/** One scan of the calls of a wallet, from the newest to the oldest. */
export interface CallScan {
  readonly beforeUlid: string | null;
  readonly beforeMs: number | null;
  /** How many rows may be read. */
  readonly rowsMax: number;
  /** How many rows that match the filters are returned. */
  readonly candidatesMax: number;
}

/**
 * Only filters in use are part of the text: the planner then chooses partitions and the index by
 * their values. The innermost SELECT reads the index in order and stops at `rowsMax`; the last row
 * of a full scan is always returned, because the next page continues from it.
 */
export function makeCallScanSql(
  query: CallsQuery,
  scan: CallScan,
): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const bounds = makeBounds(query, scan, bind).join(' AND ');
  const { keyId, memberId, teamId } = query.visible;
  const filters = [
    ...makeFilters(query.filters, bind),
    ...makeFilters({ ...noFilters, keyId, memberId, teamId }, bind),
  ];
  const matches = filters.length === 0 ? 'true' : filters.join(' AND ');
  const rowsMax = `${bind(scan.rowsMax)}::int`;
  const text = `
SELECT ${receiptColumns.select}, place, ${matches} AS "isCandidate",
       call_status IS NOT NULL AS "hasColumns"
  FROM (
    SELECT *, row_number() OVER (ORDER BY created_at DESC, ulid DESC)::int AS place FROM (
      SELECT ${receiptColumns.names}, app_name, call_status, is_failover, team_id, member_id
        FROM generations WHERE ${bounds}
       ORDER BY created_at DESC, ulid DESC LIMIT ${rowsMax}) AS scanned) AS placed
 WHERE place = ${rowsMax} OR (${matches})
 ORDER BY created_at DESC, ulid DESC LIMIT ${bind(scan.candidatesMax)}::int`;
  return { text, values };
}

type Bind = (value: unknown) => string;

const noFilters: CallFilters = {
  ...{ fromMs: null, toMs: null, model: null, keyId: null, appName: null, status: null },
  ...{ costNanosMin: null, costNanosMax: null, isFailover: null, teamId: null, memberId: null },
};

function makeBounds({ filters, walletId }: CallsQuery, scan: CallScan, bind: Bind): string[] {
  const time = (ms: number): string => `to_timestamp(${bind(ms)}::bigint / 1000.0)`;
  const bounds = [`wallet_id = ${bind(walletId)}`];
  if (filters.fromMs !== null) bounds.push(`created_at >= ${time(filters.fromMs)}`);
  if (filters.toMs !== null) bounds.push(`created_at < ${time(filters.toMs)}`);
  if (scan.beforeMs !== null) {
    const before = time(scan.beforeMs);
    bounds.push(`created_at <= ${before}`);
    bounds.push(`(created_at < ${before} OR ulid < ${bind(scan.beforeUlid)})`);
  }
  return bounds;
}

/** Conditions on columns of migration 0014 let older rows pass: their records decide. */
function makeFilters(filters: CallFilters, bind: Bind): string[] {
  const conditions: string[] = [];
  const add = (value: unknown, makeSql: (parameter: string) => string): void => {
    if (value !== null) conditions.push(makeSql(bind(value)));
  };
  const newColumn = (name: string) => (parameter: string) =>
    `(call_status IS NULL OR ${name} = ${parameter})`;
  add(filters.model, (model) => `model = ${model}`);
  add(filters.keyId, (keyId) => `key_id = ${keyId}`);
  add(filters.costNanosMin, (nanos) => `cost_nanos >= ${nanos}`);
  add(filters.costNanosMax, (nanos) => `cost_nanos <= ${nanos}`);
  add(filters.appName, newColumn('app_name'));
  add(filters.status, newColumn('call_status'));
  add(filters.isFailover, newColumn('is_failover'));
  add(filters.teamId, newColumn('team_id'));
  add(filters.memberId, newColumn('member_id'));
  return conditions;
}
