import { getUlidTimeMs } from '@tollgate/ids';
import type { CallScope } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import { getWindowStartMs } from '@tollgate/till';
import type { KeyTotal, KeyUsage } from '../wallets/wallet';
import { makeSettleEntryId } from '../ledger/usage';
import type { Receipt, ReceiptTransfer } from './receipt';
import { readReceipt, receiptColumns, type DecodeDetails, type ReceiptRow } from './receipt-rows';

/** Reads of the book that change nothing. */
export class UsageReader {
  readonly #database: Database;

  readonly #decodeDetails: DecodeDetails;

  constructor(database: Database, decodeDetails: DecodeDetails) {
    this.#database = database;
    this.#decodeDetails = decodeDetails;
  }

  /** One call of those that the scope shows; a foreign one is as unknown as none. */
  async findGeneration(scope: CallScope, ulid: string): Promise<Receipt | undefined> {
    const { rows } = await this.#database.queryNamed<ReceiptRow>(
      'find_generation',
      `SELECT ${receiptColumns.select} FROM generations
        WHERE ulid = $1 AND created_at = to_timestamp($2::bigint / 1000.0) AND wallet_id = $3
          AND ($4::text IS NULL OR key_id = $4)`,
      [ulid, getUlidTimeMs(ulid), scope.walletId, scope.keyId],
    );
    const [row] = rows;
    const receipt = row && readReceipt(row, this.#decodeDetails);
    const isShown = scope.memberId === null || receipt?.details.memberId === scope.memberId;
    return isShown ? receipt : undefined;
  }

  async findByWallets(walletIds: readonly string[], ulid: string): Promise<Receipt | undefined> {
    const { rows } = await this.#database.queryNamed<ReceiptRow>(
      'find_generation_by_wallets',
      `SELECT ${receiptColumns.select} FROM generations
        WHERE ulid = $1 AND created_at = to_timestamp($2::bigint / 1000.0)
          AND wallet_id = ANY($3)`,
      [ulid, getUlidTimeMs(ulid), walletIds],
    );
    return rows[0] && readReceipt(rows[0], this.#decodeDetails);
  }

  /** What a call moved in the ledger; nothing for a call that was free. */
  async listTransfers({ createdAtMs, ulid, walletId }: Receipt): Promise<ReceiptTransfer[]> {
    const { rows } = await this.#database.queryNamed<ReceiptTransfer>(
      'list_call_transfers',
      `SELECT entry_id AS "entryId", kind, from_account AS "fromAccount",
              to_account AS "toAccount", amount_nanos AS "amountNanos",
              balance_after_nanos AS "balanceAfterNanos", posted_at AS "postedAt"
         FROM transfers
        WHERE entry_id = $1 AND occurred_at = to_timestamp($2::bigint / 1000.0) AND wallet_id = $3
        ORDER BY leg`,
      [makeSettleEntryId(ulid), createdAtMs, walletId],
    );
    return rows;
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

  /** Without keys that were never used. */
  async listKeyTotals(walletId: string, keyIds: readonly string[]): Promise<KeyTotal[]> {
    const { rows } = await this.#database.queryNamed<KeyTotal>(
      'list_key_totals',
      `SELECT key_id AS "keyId", spend_nanos AS "totalNanos",
              floor(extract(epoch FROM last_used_at) * 1000)::bigint AS "lastUsedMs"
         FROM key_totals WHERE wallet_id = $1 AND key_id = ANY($2)`,
      [walletId, keyIds],
    );
    return rows;
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
