import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { getUlidTimeMs } from '@tollgate/ids';
import type { Generation, GenerationDetails, GenerationOutcome } from '../domain/usage';

const outcomes: Readonly<Record<BillingOutcome, GenerationOutcome | undefined>> = {
  [BillingOutcome.BILLING_OUTCOME_UNSPECIFIED]: undefined,
  [BillingOutcome.BILLING_OUTCOME_CHARGED]: 'charged',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_NO_USAGE]: 'refunded_no_usage',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL]: 'refunded_cancel',
  [BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM]: 'refunded_upstream',
  [BillingOutcome.BILLING_OUTCOME_BLOCKED]: 'blocked',
  [BillingOutcome.BILLING_OUTCOME_FREE]: 'free',
  [BillingOutcome.UNRECOGNIZED]: undefined,
};

/** Throws for what can never be posted: it goes to the parking topic, not round and round. */
export function decodeUsage(payload: Uint8Array): Generation {
  const record = UsageRecorded.decode(payload);
  const outcome = outcomes[record.outcome];
  if (outcome === undefined) throw new RangeError(`unknown outcome ${record.outcome}`);
  if (record.walletId === '') throw new RangeError('a usage record without a wallet');
  if (record.costNanos < 0n || (record.costNanos > 0n && outcome !== 'charged')) {
    throw new RangeError(`a cost of ${record.costNanos} does not fit outcome ${outcome}`);
  }
  const usage = record.usage ?? {
    input: 0n,
    cacheRead: 0n,
    cacheWrite5m: 0n,
    cacheWrite1h: 0n,
    output: 0n,
    reasoning: 0n,
  };
  return {
    ulid: record.generationUlid,
    createdAtMs: getUlidTimeMs(record.generationUlid),
    walletId: record.walletId,
    userId: record.userId,
    keyId: record.keyId,
    model: record.model,
    appName: record.appName,
    outcome,
    costNanos: record.costNanos,
    reservedNanos: record.reservedNanos,
    promptTokens: usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h,
    completionTokens: usage.output,
    details: decodeDetails(record, usage),
  };
}

function decodeDetails(
  record: UsageRecorded,
  usage: NonNullable<UsageRecorded['usage']>,
): GenerationDetails {
  return {
    apiType: record.apiType,
    provider: record.provider,
    routeId: record.routeId,
    upstreamModel: record.upstreamModel,
    appName: record.appName,
    referer: record.referer,
    requestId: record.requestId,
    status: record.status,
    finishReason: record.finishReason,
    nativeFinishReason: record.nativeFinishReason,
    durationMs: Number(record.durationMs),
    firstTokenMs: record.firstTokenMs === undefined ? null : Number(record.firstTokenMs),
    isStreamed: record.isStreamed,
    isCancelled: record.isCancelled,
    isFailover: record.isFailover,
    errorCode: record.errorCode,
    cachedTokens: Number(usage.cacheRead),
    cacheWriteTokens: Number(usage.cacheWrite5m + usage.cacheWrite1h),
    reasoningTokens: Number(usage.reasoning),
    cacheDiscountNanos: record.cacheDiscountNanos.toString(),
    priceVersion: Number(record.priceVersion),
    lines: record.lines.map(({ bucket, units, pricePicos }) => ({
      bucket,
      units: units.toString(),
      pricePicos: pricePicos.toString(),
    })),
    attempts: record.attempts.map(({ provider, routeId, status, durationMs, error }) => ({
      provider,
      route: routeId,
      status,
      ms: Number(durationMs),
      error,
    })),
  };
}
