import { UsageRecorded, topics, type BillingOutcome } from '@tollgate/contracts';
import type { ChargeLine, Nanos } from '@tollgate/money';
import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { formatCounterField, parseCounterField, type HoldRef } from '@tollgate/till';
import type { RepeatedPrompt } from '../../domain/repeated-prompt';
import { decodeEnvelope, encodeEnvelope } from '../../spool/spool-envelope';
import type { Attempt } from '../attempt/opened-call';
import type { CallCandidate, RoutedCall } from '../route/routed-call';
import type { HeldCall } from '../admit/held-call';

/** How a call ended; fields that do not apply are left out. */
export interface CallEnding {
  readonly outcome: BillingOutcome;
  /** The candidate that answered, or the last that was tried; left out: none was. */
  readonly candidate?: CallCandidate;
  readonly attempts: readonly Attempt[];
  readonly isCancelled: boolean;
  readonly errorCode: string;
  readonly status?: number;
  readonly finishReason?: string | undefined;
  readonly nativeFinishReason?: string | undefined;
  readonly firstTokenMs?: number | undefined;
  readonly usage?: TokenUsage;
  readonly lines?: readonly ChargeLine[];
  readonly costNanos?: Nanos;
  readonly cacheDiscountNanos?: Nanos;
  /** Usage and cost are estimated by the gateway. */
  readonly isEstimated?: boolean;
  /** The part of the goodwill allowance that was used. */
  readonly goodwillNanos?: Nanos;
  /** The prompt would have been in a cache with `cache_control`. */
  readonly repeatedPrompt?: RepeatedPrompt | undefined;
}

/** A finished call, with or without a hold. */
export type RecordedCall = RoutedCall & Pick<HeldCall, 'hold' | 'isResumed' | 'limits'>;

/** The event of a finished call: the only source of billing and of the generation record. */
export function makeUsageRecord(call: RecordedCall, ending: CallEnding): UsageRecorded {
  const { caller, policy } = call;
  const { candidate = call.candidates[0] } = ending;
  const last = ending.attempts.at(-1);
  return {
    generationUlid: call.ulid,
    startedAt: new Date(call.startedAtMs),
    walletId: caller.walletId,
    userId: caller.userId,
    keyId: caller.keyId,
    orgId: policy.orgId,
    teamId: policy.teamId,
    memberId: policy.memberId,
    apiType: call.request.apiType,
    model: candidate.model.id,
    provider: candidate.route.provider,
    routeId: candidate.route.id,
    upstreamModel: candidate.target.upstreamModel,
    appName: call.appName,
    referer: call.referer,
    requestId: call.requestId,
    status: ending.status ?? last?.status ?? 0,
    finishReason: ending.finishReason ?? '',
    nativeFinishReason: ending.nativeFinishReason ?? '',
    durationMs: BigInt(Math.max(0, Date.now() - call.startedAtMs)),
    firstTokenMs:
      ending.firstTokenMs === undefined ? undefined : BigInt(Math.max(0, ending.firstTokenMs)),
    isStreamed: call.request.isStreaming,
    isCancelled: ending.isCancelled,
    isFailover: standsIn(candidate, call),
    outcome: ending.outcome,
    usage: encodeUsage(ending.usage ?? emptyUsage),
    costNanos: ending.costNanos ?? 0n,
    cacheDiscountNanos: ending.cacheDiscountNanos ?? 0n,
    reservedNanos: call.hold.amountNanos,
    priceVersion: candidate.prices.version,
    lines: [...(ending.lines ?? [])],
    attempts: ending.attempts.map((attempt) => ({
      ...attempt,
      durationMs: BigInt(attempt.durationMs),
    })),
    errorCode: ending.errorCode,
    spendCounters: call.limits.map(formatCounterField),
    spendLimitsNanos: call.limits.map(({ limitNanos }) => limitNanos),
    keyName: caller.label,
    isEstimated: ending.isEstimated,
    goodwillNanos: ending.goodwillNanos,
    traceparent: call.span.traceParent,
    isSticky: candidate.isSticky,
    ...encodeRepeatedPrompt(ending.repeatedPrompt),
  };
}

function encodeRepeatedPrompt(
  prompt: RepeatedPrompt | undefined,
): Pick<
  UsageRecorded,
  'cacheableTokens' | 'missedSavingNanos' | 'promptFingerprint' | 'repeatsPrompt'
> {
  if (prompt === undefined) return {};
  return {
    repeatsPrompt: true,
    promptFingerprint: prompt.fingerprint,
    cacheableTokens: BigInt(prompt.cacheableTokens),
    missedSavingNanos: prompt.missedNanos,
  };
}

function standsIn(candidate: CallCandidate, call: RecordedCall): boolean {
  const [{ model, route }] = call.candidates;
  // A candidate may be another object than the first one: without the search that failed.
  return call.isResumed === true || candidate.route !== route || candidate.model !== model;
}

function encodeUsage(usage: TokenUsage): NonNullable<UsageRecorded['usage']> {
  return {
    input: BigInt(usage.input),
    cacheRead: BigInt(usage.cacheRead),
    cacheWrite5m: BigInt(usage.cacheWrite5m),
    cacheWrite1h: BigInt(usage.cacheWrite1h),
    output: BigInt(usage.output),
    reasoning: BigInt(usage.reasoning),
    audioInput: BigInt(usage.audioInput),
    imageInput: BigInt(usage.imageInput),
    audioOutput: BigInt(usage.audioOutput),
    imageOutput: BigInt(usage.imageOutput),
  };
}

export function encodeUsageRecord(record: UsageRecorded): Buffer {
  return encodeEnvelope({
    topic: topics.usage,
    key: record.walletId,
    id: record.generationUlid,
    payload: UsageRecorded.encode(record).finish(),
  });
}

/** The hold that a usage record settles, to register it in a till that has lost it. */
export function readHoldOfRecord(
  bytes: Buffer,
  instance: string,
): { hold: HoldRef; costNanos: bigint } | undefined {
  const { payload, topic } = decodeEnvelope(bytes);
  if (topic !== topics.usage) return undefined;
  const record = UsageRecorded.decode(payload);
  const hold = {
    walletId: record.walletId,
    holdId: record.generationUlid,
    instance,
    amountNanos: record.reservedNanos,
    counters: record.spendCounters.map(parseCounterField),
  };
  return { hold, costNanos: record.costNanos };
}
