import { type Database, tableColumns } from '@tollgate/postgres';
import {
  type DecodeDetails,
  readReceipt,
  receiptColumns,
  type ReceiptRow,
} from '../generations/receipt-rows';
import type { BreakerTrip, LiveEntry } from './live-entry';
import type { PostedRange, PostingReader, Scan } from './ports';
import type { Position } from './position';

/** Bounds the memory of one read, and what is sent to a client at once. */
const rowsScannedMax = 2_000;

/**
 * The oldest transaction that may still write. All older ones have ended, so what they posted is
 * visible, and no other row can appear among it. A sequence would not do: its numbers become
 * visible in the order of the commits, not in their own.
 */
const head = 'pg_snapshot_xmin(pg_current_snapshot())';
const tripColumns = tableColumns<BreakerTrip>([
  ...(['id', 'occurredAtMs', 'walletId', 'scope', 'scopeId', 'spendWindow'] as const),
  ...(['limitUsd', 'spentUsd', 'resetsAtMs'] as const),
]);

const isAfterSql = (key: string, xid: string, than: string): string =>
  `posted_xid >= ${xid}::xid8 AND (posted_xid > ${xid}::xid8 OR ${key} COLLATE "C" > ${than})`;
const isUpToSql = (key: string, xid: string, than: string): string =>
  `posted_xid <= ${xid}::xid8 AND (posted_xid < ${xid}::xid8 OR ${key} COLLATE "C" <= ${than})`;

const scanSql = `
WITH scanned AS (
  SELECT posted_xid, ulid, cost_nanos, call_status FROM generations
   WHERE ${isAfterSql('ulid', '$1', '$2')} AND posted_xid < ${head}
   ORDER BY posted_xid, ulid COLLATE "C" LIMIT ${rowsScannedMax}
), last AS (
  SELECT posted_xid, ulid FROM scanned ORDER BY posted_xid DESC, ulid COLLATE "C" DESC LIMIT 1
)
SELECT ${head}::text AS "headXid", (SELECT posted_xid::text FROM last) AS "lastXid",
       (SELECT ulid FROM last) AS "lastKey", count(*)::int AS requests,
       (count(*) FILTER (WHERE call_status = 'error'))::int AS errors,
       coalesce(sum(cost_nanos), 0)::bigint AS "spendNanos"
  FROM scanned`;
const callsSql = `
SELECT ${receiptColumns.select}, posted_xid::text AS xid FROM generations
 WHERE wallet_id = ANY($5) AND ${isAfterSql('ulid', '$1', '$2')} AND ${isUpToSql('ulid', '$3', '$4')}
 ORDER BY posted_xid, ulid COLLATE "C"`;
const tripsSql = `
SELECT ${tripColumns.select}, posted_xid::text AS xid FROM breaker_trips
 WHERE ($5::text[] IS NULL OR wallet_id = ANY($5))
   AND ${isAfterSql('id', '$1', '$2')} AND ${isUpToSql('id', '$3', '$4')}
 ORDER BY posted_xid, id COLLATE "C"`;

interface ScanRow {
  readonly headXid: string;
  readonly lastXid: string | null;
  readonly lastKey: string | null;
  readonly requests: number;
  readonly errors: number;
  readonly spendNanos: bigint;
}

/** Not prepared: a plan for unknown bounds could read all calls of a wallet. */
export function createPostingReader(
  database: Pick<Database, 'query'>,
  decodeDetails: DecodeDetails,
): PostingReader {
  return {
    getHead: async () => {
      const { rows } = await database.query<{ xid: string }>(`SELECT ${head}::text AS xid`);
      return startOf(rows[0]?.xid);
    },
    scan: async ({ key, xid }) => {
      const { rows } = await database.query<ScanRow>(scanSql, [String(xid), key]);
      return readScan(rows[0]);
    },
    listCalls: async (range, walletIds) => {
      if (walletIds.length === 0) return [];
      const { rows } = await database.query<ReceiptRow & { xid: string }>(callsSql, [
        ...valuesOf(range),
        walletIds,
      ]);
      return rows.map((row) => readCall(row, decodeDetails));
    },
    listTrips: async (range, walletIds) => {
      const { rows } = await database.query<BreakerTrip & { xid: string }>(tripsSql, [
        ...valuesOf(range),
        walletIds,
      ]);
      return rows.map(readTrip);
    },
  };
}

function valuesOf({ end, from }: PostedRange): string[] {
  return [String(from.xid), from.key, String(end.xid), end.key];
}

function startOf(xid = '0'): Position {
  return { xid: BigInt(xid), key: '' };
}

function readScan(row: ScanRow | undefined): Scan {
  if (row === undefined) throw new Error('a scan has no row');
  const { errors, headXid, lastKey, lastXid, requests, spendNanos } = row;
  const traffic = { requests, errors, spendNanos };
  if (requests < rowsScannedMax || lastXid === null || lastKey === null) {
    return { end: startOf(headXid), isHead: true, traffic };
  }
  return { end: { xid: BigInt(lastXid), key: lastKey }, isHead: false, traffic };
}

function readCall(row: ReceiptRow & { xid: string }, decodeDetails: DecodeDetails): LiveEntry {
  return {
    position: { xid: BigInt(row.xid), key: row.ulid },
    walletId: row.walletId,
    event: { kind: 'call', call: readReceipt(row, decodeDetails) },
  };
}

function readTrip({ xid, ...trip }: BreakerTrip & { xid: string }): LiveEntry {
  return {
    position: { xid: BigInt(xid), key: trip.id },
    walletId: trip.walletId,
    event: { kind: 'breaker', trip },
  };
}
