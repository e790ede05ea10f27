import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import type { Job, JobWay } from './job';

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
 * What a completed job costs: the seconds really made, and for an edit those that were read, as the
 * provider tells them; else those that were held.
 */
export function computeJobCost(
  job: Pick<Job, 'inputSeconds' | 'seconds'>,
  way: Pick<JobWay, 'requestPicos' | 'secondPicos'>,
  told: ToldSeconds,
): JobCost {
  const madeSeconds = readSeconds(told.seconds) ?? job.seconds;
  const readInput = readSeconds(told.inputSeconds) ?? job.inputSeconds;
  const billedSeconds = madeSeconds + Math.min(readInput, job.inputSeconds);
  const lines = [
    { bucket: 'video_second', units: BigInt(billedSeconds), pricePicos: way.secondPicos },
    ...(way.requestPicos === 0n
      ? []
      : [{ bucket: 'request', units: 1n, pricePicos: way.requestPicos }]),
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
