import type { Nanos } from '@tollgate/money';
import { walletAccount, makeEntry, type JournalEntry } from './journal-entry';

/** A finished call as the book keeps it: the figures that are summed, and the whole record. */
export interface Generation {
  readonly ulid: string;
  readonly createdAtMs: number;
  /** Pays for the call. The wallet of an organization has the organization's id. */
  readonly walletId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly teamId: string;
  readonly memberId: string;
  readonly model: string;
  readonly provider: string;
  readonly appName: string;
  readonly outcome: GenerationOutcome;
  readonly isError: boolean;
  readonly isCancelled: boolean;
  readonly isFailover: boolean;
  readonly costNanos: Nanos;
  readonly reservedNanos: Nanos;
  readonly promptTokens: bigint;
  readonly completionTokens: bigint;
  readonly cachedTokens: bigint;
  readonly cacheWriteTokens: bigint;
  /** Negative when cache writes cost more than plain input. */
  readonly cacheSavingsNanos: Nanos;
  /** Its provider was chosen because it has the beginning of the prompt in its cache. */
  readonly isSticky: boolean;
  /** A long prompt that came again and was not cached, for lack of `cache_control`. */
  readonly repeatsPrompt: boolean;
  /** Of a repeated prompt: names its beginning; empty for records of older relays. */
  readonly promptFingerprint: string;
  /** Of a repeated prompt: what `cache_control` would have had in a cache, and its worth. */
  readonly cacheableTokens: bigint;
  readonly missedSavingNanos: Nanos;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  /** What its unbilled end took of the goodwill allowance. */
  readonly goodwillNanos: Nanos;
  /** Counters that the call counts towards and that have a limit (scope|id|window). */
  readonly spendLimits: readonly { readonly field: string; readonly limitNanos: Nanos }[];
  readonly requestId: string;
  /** Of calls that are traced. */
  readonly traceParent?: string | undefined;
  /** The usage record as the relay wrote it. */
  readonly record: Uint8Array;
}

export const generationOutcomes = [
  'charged',
  'charged_cancel',
  'refunded_no_usage',
  'refunded_cancel',
  'refunded_upstream',
  'blocked',
  'free',
] as const;
export type GenerationOutcome = (typeof generationOutcomes)[number];

export const callStatuses = ['ok', 'error', 'cancelled'] as const;
export type CallStatus = (typeof callStatuses)[number];

export function getCallStatus(call: Pick<Generation, 'isCancelled' | 'isError'>): CallStatus {
  if (call.isCancelled) return 'cancelled';
  return call.isError ? 'error' : 'ok';
}

export function makeSettleEntryId(ulid: string): string {
  return `led_${ulid}`;
}

/** The entry of a charge: from the wallet to revenue. Its id is the call's, so it exists once. */
export function makeSettleEntry(
  generation: Pick<Generation, 'ulid' | 'createdAtMs' | 'walletId' | 'costNanos'>,
): JournalEntry {
  const { ulid, createdAtMs, walletId, costNanos } = generation;
  return makeEntry(
    {
      id: makeSettleEntryId(ulid),
      occurredAtMs: createdAtMs,
      kind: 'settle',
      walletId,
      reference: `gen-${ulid}`,
      reason: '',
    },
    { from: walletAccount(walletId), to: 'revenue', amountNanos: costNanos },
  );
}
