import type { Nanos } from '@tollgate/money';
import { walletAccount, makeEntry, type JournalEntry } from './journal-entry';

/** A finished call as the book keeps it. */
export interface Generation {
  readonly ulid: string;
  readonly createdAtMs: number;
  readonly walletId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly model: string;
  readonly appName: string;
  readonly outcome: GenerationOutcome;
  readonly costNanos: Nanos;
  readonly reservedNanos: Nanos;
  readonly promptTokens: bigint;
  readonly completionTokens: bigint;
  readonly details: GenerationDetails;
}

export const generationOutcomes = [
  'charged',
  'refunded_no_usage',
  'refunded_cancel',
  'refunded_upstream',
  'blocked',
  'free',
] as const;
export type GenerationOutcome = (typeof generationOutcomes)[number];

/** What the generation record shows beyond the columns; amounts are decimal texts of nanos. */
export interface GenerationDetails {
  readonly apiType: string;
  readonly provider: string;
  readonly routeId: string;
  readonly upstreamModel: string;
  readonly appName: string;
  readonly referer: string;
  readonly requestId: string;
  readonly status: number;
  readonly finishReason: string;
  readonly nativeFinishReason: string;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  readonly isStreamed: boolean;
  readonly isCancelled: boolean;
  readonly isFailover: boolean;
  readonly errorCode: string;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  readonly cacheDiscountNanos: string;
  readonly priceVersion: number;
  readonly lines: readonly {
    readonly bucket: string;
    readonly units: string;
    readonly pricePicos: string;
  }[];
  readonly attempts: readonly {
    readonly provider: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
    readonly error: string;
  }[];
}

/** The entry of a charge: from the wallet to revenue. Its id is the call's, so it exists once. */
export function makeSettleEntry(generation: Generation): JournalEntry {
  const { ulid, createdAtMs, walletId, costNanos } = generation;
  return makeEntry(
    {
      id: `led_${ulid}`,
      occurredAtMs: createdAtMs,
      kind: 'settle',
      walletId,
      reference: `gen-${ulid}`,
      reason: '',
    },
    { from: walletAccount(walletId), to: 'revenue', amountNanos: costNanos },
  );
}
