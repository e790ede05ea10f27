import { UsageRecorded } from '@tollgate/contracts';
import type { ReceiptDetails } from './receipt';

/** What a stored usage record shows to the owner of the call. */
export function decodeReceiptDetails(payload: Uint8Array): ReceiptDetails {
  const record = UsageRecorded.decode(payload);
  const { usage } = record;
  return {
    teamId: record.teamId,
    memberId: record.memberId,
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
    isEstimated: record.isEstimated ?? false,
    cachedTokens: Number(usage?.cacheRead ?? 0n),
    cacheWriteTokens: Number((usage?.cacheWrite5m ?? 0n) + (usage?.cacheWrite1h ?? 0n)),
    reasoningTokens: Number(usage?.reasoning ?? 0n),
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
