import { tableColumns } from '@tollgate/postgres';
import type { Receipt, ReceiptDetails } from './receipt';

export interface ReceiptRow extends Omit<Receipt, 'details'> {
  readonly record: Uint8Array | null;
  /** Of calls from before records were kept whole. */
  readonly details: ReceiptDetails | null;
}

export const receiptColumns = tableColumns<ReceiptRow>([
  ...(['ulid', 'createdAtMs', 'walletId', 'userId', 'keyId', 'model', 'outcome'] as const),
  ...(['costNanos', 'reservedNanos', 'promptTokens', 'completionTokens'] as const),
  ...(['record', 'details'] as const),
]);

export type DecodeDetails = (record: Uint8Array) => ReceiptDetails;

export function readReceipt(row: ReceiptRow, decodeDetails: DecodeDetails): Receipt {
  const { ulid, createdAtMs, walletId, userId, keyId, model, outcome, record } = row;
  const { costNanos, reservedNanos, promptTokens, completionTokens } = row;
  const details = record === null ? row.details : decodeDetails(record);
  if (details === null) throw new Error(`generation ${ulid} has no record`);
  return {
    ...{ ulid, createdAtMs, walletId, userId, keyId, model, outcome },
    ...{ costNanos, reservedNanos, promptTokens, completionTokens, details },
  };
}
