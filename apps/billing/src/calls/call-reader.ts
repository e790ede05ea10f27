import { getUlidTimeMs } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { Receipt } from '../generations/receipt';
import { readReceipt, type DecodeDetails, type ReceiptRow } from '../generations/receipt-rows';
import type { ReportDatabase } from '../reports/report-database';
import { matchesRecord, type CallPage, type CallsQuery } from './call';
import { makeCallScanSql, type CallScan } from './call-scan-rows';
import type { ReadCalls } from './ports';

/**
 * Bounds the work of a filter that few calls match: the next page continues from there. Every row
 * lies on another page of the table, so 3,000 took up to 100 ms where the table was not in memory.
 */
export const rowsScannedMax = 1_000;
/**
 * A filter starts with few rows: for a high limit, Postgres would read and sort all calls of the
 * wallet although a page is full after a few.
 */
const firstRowsOfFilter = 500;

interface ScannedRow extends ReceiptRow {
  /** Its number in the scan, from 1. */
  readonly place: number;
  /** False for the last row of a full scan that the filters exclude. */
  readonly isCandidate: boolean;
  /** False for rows from before migration 0014. */
  readonly hasColumns: boolean;
}

export function createReadCalls(
  database: Pick<ReportDatabase, 'read'>,
  decodeDetails: DecodeDetails,
): ReadCalls {
  return (query) => database.read((snapshot) => readCalls(snapshot, query, decodeDetails));
}

async function readCalls(
  sql: Queryable,
  query: CallsQuery,
  decodeDetails: DecodeDetails,
): Promise<CallPage> {
  const { limit } = query;
  const calls: Receipt[] = [];
  let { beforeUlid } = query;
  let rowsLeft = rowsScannedMax;
  let rowsMax = hasFilter(query) ? firstRowsOfFilter : limit + 1;
  let candidatesMax = limit + 1;
  for (;;) {
    const rows = await scan(sql, query, { beforeUlid, rowsMax, candidatesMax });
    calls.push(...pickCalls(rows, query, decodeDetails));
    if (calls.length > limit) {
      return { calls: calls.slice(0, limit), nextUlid: calls[limit - 1]?.ulid ?? null };
    }
    const last = rows.at(-1);
    const isEnd = rows.length < candidatesMax && last?.place !== rowsMax;
    if (last === undefined || isEnd) return { calls, nextUlid: null };
    rowsLeft -= last.place;
    if (rowsLeft <= 0) return { calls, nextUlid: last.ulid };
    beforeUlid = last.ulid;
    rowsMax = rowsLeft;
    candidatesMax = rowsScannedMax;
  }
}

function hasFilter({ filters, visible }: CallsQuery): boolean {
  const { fromMs: _from, toMs: _to, ...others } = filters;
  return [...Object.values(others), ...Object.values(visible)].some((value) => value !== null);
}

function pickCalls(
  rows: readonly ScannedRow[],
  query: CallsQuery,
  decodeDetails: DecodeDetails,
): Receipt[] {
  const picked: Receipt[] = [];
  for (const row of rows) {
    if (!row.isCandidate) continue;
    const call = readReceipt(row, decodeDetails);
    if (row.hasColumns || matchesOldRow(call, query)) picked.push(call);
    if (picked.length > query.limit) break;
  }
  return picked;
}

function matchesOldRow(call: Receipt, { filters, visible }: CallsQuery): boolean {
  const { memberId, teamId } = visible;
  const noFilter = { appName: null, isFailover: null, status: null };
  return matchesRecord(call, filters) && matchesRecord(call, { ...noFilter, memberId, teamId });
}

async function scan(
  sql: Queryable,
  query: CallsQuery,
  range: Omit<CallScan, 'beforeMs'>,
): Promise<ScannedRow[]> {
  const { beforeUlid } = range;
  const beforeMs = beforeUlid === null ? null : getUlidTimeMs(beforeUlid);
  const { text, values } = makeCallScanSql(query, { ...range, beforeMs });
  const { rows } = await sql.query<ScannedRow>(text, values);
  return rows;
}
