import type { Database } from '@tollgate/postgres';
import type { Generation } from '../ledger/usage';
import type { InvariantResult } from './invariants';

const pageRows = 5_000;
/** The newest ones; the whole book would take too long to decode. */
export const recordsMax = 200_000;

export const recordsInvariantId = 'events_equal_calls';

type CheckedFigures = Pick<Generation, 'ulid' | 'walletId' | 'costNanos' | 'promptTokens'>;

interface RecordRow {
  readonly ulid: string;
  readonly wallet_id: string;
  readonly cost_nanos: bigint;
  readonly prompt_tokens: bigint;
  readonly record: Uint8Array;
}

const pageSql = `
SELECT ulid, wallet_id, cost_nanos, prompt_tokens, record FROM billing.generations
 WHERE record IS NOT NULL AND ulid < $1 ORDER BY ulid DESC LIMIT ${pageRows}`;

/** Usage events, as the relays wrote them, against what was posted for them. */
export async function verifyRecords(
  database: Database,
  decode: (record: Uint8Array) => CheckedFigures,
  signal?: AbortSignal,
): Promise<InvariantResult> {
  let count = 0;
  let nanos = 0n;
  let breaches = 0;
  let firstBreach: string | null = null;
  let before = '~';
  while (count < recordsMax) {
    signal?.throwIfAborted();
    const { rows } = await database.query<RecordRow>(pageSql, [before]);
    for (const row of rows) {
      const event = decode(row.record);
      nanos += event.costNanos;
      if (agrees(row, event)) continue;
      breaches += 1;
      firstBreach = row.ulid;
    }
    count += rows.length;
    before = rows.at(-1)?.ulid ?? '';
    if (rows.length < pageRows) break;
  }
  return {
    id: recordsInvariantId,
    name: `the newest ${recordsMax} usage events agree with their calls`,
    unit: 'events',
    count,
    nanos,
    breaches,
    firstBreach,
  };
}

function agrees(row: RecordRow, event: CheckedFigures): boolean {
  return (
    event.ulid === row.ulid &&
    event.walletId === row.wallet_id &&
    event.costNanos === row.cost_nanos &&
    event.promptTokens === row.prompt_tokens
  );
}
