import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import type { Job, JobCandidate } from './job';

export interface JobCost {
  readonly madeSeconds: number;
  readonly billedSeconds: number;
  readonly lines: readonly ChargeLine[];
  readonly costNanos: Nanos;
}

/** No provider makes longer videos; a figure beyond it is a mistake of theirs. */
const secondsMax = 24 * 60 * 60;

/** What a provider says that it made, and read. */
export interface ToldSeconds {
  readonly seconds: number | undefined;
  readonly inputSeconds?: number | undefined;
}

/**
 * What a completed job costs: the seconds it made, and for an edit the seconds it read, as the
 * provider reports them; else those of the hold.
 */
export function computeJobCost(
  job: Pick<Job, 'inputSeconds' | 'seconds'>,
  candidate: Pick<JobCandidate, 'requestPicos' | 'secondPicos'>,
  told: ToldSeconds,
): JobCost {
  const madeSeconds = readSeconds(told.seconds) ?? job.seconds;
  const readInput = readSeconds(told.inputSeconds) ?? job.inputSeconds;
  const billedSeconds = madeSeconds + Math.min(readInput, job.inputSeconds);
  const lines = [
    { bucket: 'video_second', units: BigInt(billedSeconds), pricePicos: candidate.secondPicos },
    ...(candidate.requestPicos === 0n
      ? []
      : [{ bucket: 'request', units: 1n, pricePicos: candidate.requestPicos }]),
  ];
  return { madeSeconds, billedSeconds, lines, costNanos: computeCharge(lines) };
}

/** Receipts count whole seconds; a video of 5.04 s is one of five. */
function readSeconds(told: number | undefined): number | undefined {
  if (told === undefined || !Number.isFinite(told) || told <= 0 || told > secondsMax) {
    return undefined;
  }
  return Math.max(1, Math.round(told));
}
