import { getUlidTimeMs } from '@tollgate/ids';
import type { CallScope } from '@tollgate/org-access';
import { tableColumns, type Database } from '@tollgate/postgres';
import { getWindowStartMs } from '@tollgate/till';
import type { KeyUsage } from '../wallets/wallet';
import type { Receipt, ReceiptDetails } from './receipt';

interface GenerationRow extends Omit<Receipt, 'details'> {
  readonly record: Uint8Array | null;
  /** Of calls from before records were kept whole. */
  readonly details: ReceiptDetails | null;
}

const columns = tableColumns<GenerationRow>([
  ...(['ulid', 'createdAtMs', 'walletId', 'userId', 'keyId', 'model', 'outcome'] as const),
  ...(['costNanos', 'reservedNanos', 'promptTokens', 'completionTokens'] as const),
  ...(['record', 'details'] as const),
]);

/** Reads of the book that change nothing. */
export class UsageReader {
  readonly #database: Database;
  readonly #decodeDetails: (record: Uint8Array) => ReceiptDetails;

  constructor(database: Database, decodeDetails: (record: Uint8Array) => ReceiptDetails) {
    this.#database = database;
    this.#decodeDetails = decodeDetails;
  }

  /** One call of those that the scope shows; a foreign one is as unknown as none. */
  async findGeneration(scope: CallScope, ulid: string): Promise<Receipt | undefined> {
    const { rows } = await this.#database.queryNamed<GenerationRow>(
      'find_generation',
      `SELECT ${columns.select} FROM generations
        WHERE ulid = $1 AND created_at = to_timestamp($2::bigint / 1000.0) AND wallet_id = $3
          AND ($4::text IS NULL OR key_id = $4)`,
      [ulid, getUlidTimeMs(ulid), scope.walletId, scope.keyId],
    );
    const [row] = rows;
    const receipt = row && this.#readReceipt(row);
    const isShown = scope.memberId === null || receipt?.details.memberId === scope.memberId;
    return isShown ? receipt : undefined;
  }

  async listKeyUsage(
    walletId: string,
    keyIds: readonly string[],
    nowMs: number,
  ): Promise<KeyUsage[]> {
    const day = (window: 'daily' | 'weekly' | 'monthly'): string =>
      new Date(getWindowStartMs(window, nowMs)).toISOString().slice(0, 10);
    const { rows } = await this.#database.queryNamed<KeyUsage>('list_key_usage', keyUsageSql, [
      walletId,
      keyIds,
      day('daily'),
      day('weekly'),
      day('monthly'),
    ]);
    return rows;
  }

  #readReceipt({ details: old, record, ...figures }: GenerationRow): Receipt {
    const details = record === null ? old : this.#decodeDetails(record);
    if (details === null) throw new Error(`generation ${figures.ulid} has no record`);
    return { ...figures, details };
  }
}

/** A week may reach back into the month before, so both bounds limit the scan. */
const keyUsageSql = `
SELECT wanted.key_id AS "keyId",
       coalesce(t.spend_nanos, 0)::bigint AS "totalNanos",
       coalesce(t.requests, 0)::bigint AS requests,
       coalesce(t.tokens, 0)::bigint AS "totalTokens",
       coalesce(floor(extract(epoch FROM t.last_used_at) * 1000), 0)::bigint AS "lastUsedMs",
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $3::date), 0)::bigint AS "dayNanos",
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $4::date), 0)::bigint AS "weekNanos",
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $5::date), 0)::bigint AS "monthNanos",
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $3::date), 0)::bigint AS "dayRequests",
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $4::date), 0)::bigint AS "weekRequests",
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $5::date), 0)::bigint AS "monthRequests"
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (key_id, place)
  LEFT JOIN key_totals t ON t.key_id = wanted.key_id AND t.wallet_id = $1
  LEFT JOIN usage_daily u ON u.key_id = wanted.key_id AND u.wallet_id = $1
        AND u.day >= least($4::date, $5::date)
 GROUP BY wanted.key_id, wanted.place, t.spend_nanos, t.requests, t.tokens, t.last_used_at
 ORDER BY wanted.place`;
