import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { getUlidTimeMs } from '@tollgate/ids';
import { nanosMax } from '@tollgate/money';
import type { Generation, GenerationOutcome } from './usage';

const outcomes: Readonly<Record<BillingOutcome, GenerationOutcome | undefined>> = {
  [BillingOutcome.BILLING_OUTCOME_UNSPECIFIED]: undefined,
  [BillingOutcome.BILLING_OUTCOME_CHARGED]: 'charged',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_NO_USAGE]: 'refunded_no_usage',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL]: 'refunded_cancel',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM]: 'refunded_upstream',
  [BillingOutcome.BILLING_OUTCOME_BLOCKED]: 'blocked',
  [BillingOutcome.BILLING_OUTCOME_FREE]: 'free',
  [BillingOutcome.BILLING_OUTCOME_CHARGED_CANCEL]: 'charged_cancel',
  [BillingOutcome.UNRECOGNIZED]: undefined,
};

/** Three bytes each are just below what Postgres takes into an index; the API allows half of it. */
const textCharactersMax = 800;

/** Throws for what can never be posted: it goes to the parking topic, not round and round. */
export function decodeUsage(payload: Uint8Array): Generation {
  const record = UsageRecorded.decode(payload);
  const outcome = outcomes[record.outcome];
  if (outcome === undefined) throw new RangeError(`unknown outcome ${record.outcome}`);
  assertPostable(record, outcome);
  return {
    ulid: record.generationUlid,
    createdAtMs: getUlidTimeMs(record.generationUlid),
    walletId: record.walletId,
    userId: record.userId,
    keyId: record.keyId,
    keyName: record.keyName,
    teamId: record.teamId,
    memberId: record.memberId,
    model: record.model,
    provider: record.provider,
    appName: record.appName,
    outcome,
    isError: record.errorCode !== '',
    isCancelled: record.isCancelled,
    isFailover: record.isFailover,
    costNanos: record.costNanos,
    reservedNanos: record.reservedNanos,
    promptTokens: sumPromptTokens(record.usage),
    completionTokens: sumCompletionTokens(record.usage),
    cachedTokens: record.usage?.cacheRead ?? 0n,
    cacheWriteTokens: sumCacheWrites(record.usage),
    // What a free call did not cost was saved by no cache.
    cacheSavingsNanos: outcome === 'free' ? 0n : record.cacheDiscountNanos,
    isSticky: record.isSticky ?? false,
    repeatsPrompt: record.repeatsPrompt ?? false,
    promptFingerprint: record.promptFingerprint ?? '',
    cacheableTokens: record.cacheableTokens ?? 0n,
    missedSavingNanos: record.missedSavingNanos ?? 0n,
    durationMs: Number(record.durationMs),
    firstTokenMs: record.firstTokenMs === undefined ? null : Number(record.firstTokenMs),
    goodwillNanos: record.goodwillNanos ?? 0n,
    spendLimits: listLimits(record),
    requestId: record.requestId,
    traceParent: record.traceparent,
    record: payload,
  };
}

/** Nearly every counter only counts. */
function listLimits(record: UsageRecorded): Generation['spendLimits'] {
  return record.spendCounters.flatMap((field, index) => {
    const limitNanos = record.spendLimitsNanos[index] ?? 0n;
    return limitNanos > 0n ? [{ field, limitNanos }] : [];
  });
}

/** Whatever Postgres would refuse is refused here, or one record would stop all others. */
function assertPostable(record: UsageRecorded, outcome: GenerationOutcome): void {
  if (record.walletId === '') throw new RangeError('a usage record without a wallet');
  assertAmounts(record, outcome);
  if (Object.values(record.usage ?? {}).some((count) => count < 0n || count > nanosMax)) {
    throw new RangeError('a usage record with impossible token counts');
  }
  const { walletId, userId, keyId, keyName, teamId, memberId, model, provider, appName } = record;
  const texts = [walletId, userId, keyId, keyName, teamId, memberId, model, provider, appName];
  const allTexts = [...texts, record.promptFingerprint ?? ''].join('');
  if (allTexts.includes('\0')) {
    throw new RangeError('a usage record with a character that no column takes');
  }
  if (allTexts.length > textCharactersMax) {
    throw new RangeError('a usage record with names that no index takes');
  }
}

function assertAmounts(record: UsageRecorded, outcome: GenerationOutcome): void {
  const isCharged = outcome === 'charged' || outcome === 'charged_cancel';
  if (record.costNanos < 0n || (record.costNanos > 0n && !isCharged)) {
    throw new RangeError(`a cost of ${record.costNanos} does not fit outcome ${outcome}`);
  }
  const { goodwillNanos = 0n } = record;
  if (goodwillNanos < 0n) throw new RangeError('a usage record with negative goodwill');
  const amounts = [record.costNanos, record.reservedNanos, record.cacheDiscountNanos];
  const { cacheableTokens = 0n, missedSavingNanos = 0n } = record;
  if (cacheableTokens < 0n) throw new RangeError('a usage record with negative tokens');
  const figures = [...amounts, goodwillNanos, cacheableTokens, missedSavingNanos];
  if (figures.some((figure) => figure > nanosMax || figure < -nanosMax)) {
    throw new RangeError('a usage record with an impossible amount');
  }
}

/** Buckets are disjoint; clients see sums. */
export function sumPromptTokens(usage: UsageRecorded['usage']): bigint {
  if (usage === undefined) return 0n;
  const cached = usage.cacheRead + sumCacheWrites(usage);
  return usage.input + cached + usage.audioInput + usage.imageInput;
}

function sumCacheWrites(usage: UsageRecorded['usage']): bigint {
  return usage === undefined ? 0n : usage.cacheWrite5m + usage.cacheWrite1h;
}

export function sumCompletionTokens(usage: UsageRecorded['usage']): bigint {
  if (usage === undefined) return 0n;
  return usage.output + usage.audioOutput + usage.imageOutput;
}
