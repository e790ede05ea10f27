import { getUlidTimeMs } from '@tollgate/ids';
import type { CallScope } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import { getWindowStartMs } from '@tollgate/till';
import type { GenerationOutcome } from '../ledger/usage';
import type { KeyUsage } from '../wallets/key-usage';
import type { Receipt, ReceiptDetails } from './receipt';

interface GenerationRow {
  readonly ulid: string;
  readonly created_at: Date;
  readonly wallet_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly model: string;
  readonly outcome: GenerationOutcome;
  readonly cost_nanos: bigint;
  readonly reserved_nanos: bigint;
  readonly prompt_tokens: bigint;
  readonly completion_tokens: bigint;
  readonly record: Uint8Array | null;
  /** Of calls from before records were kept whole. */
  readonly details: ReceiptDetails | null;
}

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
      `SELECT * FROM generations
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
    const { rows } = await this.#database.queryNamed<KeyUsageRow>('list_key_usage', keyUsageSql, [
      walletId,
      keyIds,
      day('daily'),
      day('weekly'),
      day('monthly'),
    ]);
    return rows.map(readKeyUsage);
  }

  #readReceipt(row: GenerationRow): Receipt {
    const details = row.record === null ? row.details : this.#decodeDetails(row.record);
    if (details === null) throw new Error(`generation ${row.ulid} has no record`);
    return {
      ulid: row.ulid,
      createdAtMs: row.created_at.getTime(),
      walletId: row.wallet_id,
      userId: row.user_id,
      keyId: row.key_id,
      model: row.model,
      outcome: row.outcome,
      costNanos: row.cost_nanos,
      reservedNanos: row.reserved_nanos,
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      details,
    };
  }
}

interface KeyUsageRow {
  readonly key_id: string;
  readonly total_nanos: bigint;
  readonly requests: bigint;
  readonly tokens: bigint;
  readonly last_used_at: Date | null;
  readonly day_nanos: bigint;
  readonly week_nanos: bigint;
  readonly month_nanos: bigint;
  readonly day_requests: bigint;
  readonly week_requests: bigint;
  readonly month_requests: bigint;
}

/** A week may reach back into the month before, so both bounds limit the scan. */
const keyUsageSql = `
SELECT wanted.key_id,
       coalesce(t.spend_nanos, 0)::bigint AS total_nanos,
       coalesce(t.requests, 0)::bigint AS requests,
       coalesce(t.tokens, 0)::bigint AS tokens, t.last_used_at,
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $3::date), 0)::bigint AS day_nanos,
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $4::date), 0)::bigint AS week_nanos,
       coalesce(sum(u.spend_nanos) FILTER (WHERE u.day >= $5::date), 0)::bigint AS month_nanos,
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $3::date), 0)::bigint AS day_requests,
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $4::date), 0)::bigint AS week_requests,
       coalesce(sum(u.requests) FILTER (WHERE u.day >= $5::date), 0)::bigint AS month_requests
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (key_id, place)
  LEFT JOIN key_totals t ON t.key_id = wanted.key_id AND t.wallet_id = $1
  LEFT JOIN usage_daily u ON u.key_id = wanted.key_id AND u.wallet_id = $1
        AND u.day >= least($4::date, $5::date)
 GROUP BY wanted.key_id, wanted.place, t.spend_nanos, t.requests, t.tokens, t.last_used_at
 ORDER BY wanted.place`;

function readKeyUsage(row: KeyUsageRow): KeyUsage {
  return {
    keyId: row.key_id,
    totalNanos: row.total_nanos,
    dayNanos: row.day_nanos,
    weekNanos: row.week_nanos,
    monthNanos: row.month_nanos,
    requests: row.requests,
    dayRequests: row.day_requests,
    weekRequests: row.week_requests,
    monthRequests: row.month_requests,
    totalTokens: row.tokens,
    lastUsedMs: BigInt(row.last_used_at?.getTime() ?? 0),
  };
}
