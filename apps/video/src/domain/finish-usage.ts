import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import type { ChargeLine, Nanos } from '@tollgate/money';
import type { JobAttempt, JobCandidate } from './job';

/** How a job ended, as far as the relay could not know when it wrote the draft. */
export interface UsageEnding {
  readonly outcome: 'charged' | 'refunded' | 'cancelled';
  readonly finishedAt: Date;
  readonly candidate: JobCandidate | undefined;
  readonly attempts: readonly JobAttempt[];
  readonly finishReason: string;
  readonly nativeReason: string;
  readonly errorCode: string;
  readonly lines?: readonly ChargeLine[];
  readonly costNanos?: Nanos;
}

const outcomes: Readonly<Record<UsageEnding['outcome'], BillingOutcome>> = {
  charged: BillingOutcome.BILLING_OUTCOME_CHARGED,
  refunded: BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM,
  cancelled: BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL,
};

/** The relay's draft with the end of the job in it: what billing closes the hold with. */
export function finishUsage(draft: Uint8Array, ending: UsageEnding): Buffer {
  const begun = UsageRecorded.decode(draft);
  const { attempts, outcome, candidate } = ending;
  const startedAtMs = begun.startedAt?.getTime() ?? ending.finishedAt.getTime();
  const record: UsageRecorded = {
    ...begun,
    ...(candidate !== undefined && {
      provider: candidate.provider,
      routeId: candidate.routeId,
      upstreamModel: candidate.upstreamModel,
      priceVersion: candidate.priceVersion,
    }),
    status: attempts.at(-1)?.status ?? 0,
    finishReason: ending.finishReason,
    nativeFinishReason: ending.nativeReason,
    durationMs: BigInt(Math.max(0, ending.finishedAt.getTime() - startedAtMs)),
    isCancelled: outcome === 'cancelled',
    isFailover: attempts.length > 1,
    outcome: outcomes[outcome],
    costNanos: ending.costNanos ?? 0n,
    lines: [...(ending.lines ?? [])],
    attempts: attempts.map((attempt) => ({ ...attempt, durationMs: BigInt(attempt.durationMs) })),
    errorCode: ending.errorCode,
  };
  return Buffer.from(UsageRecorded.encode(record).finish());
}
