/** How long things wait. Limits of single calls are not here: they are what they are. */
export interface Timings {
  /** A provider is polled this often, … */
  readonly pollEveryMs: number;
  /** … from this age of the job on less often, … */
  readonly slowAfterMs: number;
  readonly pollSlowlyEveryMs: number;
  /** … and a job of this age without a verdict gets one. */
  readonly verdictMsMax: number;
  /** A client's question reaches the provider only so long after the last one. */
  readonly pollGapMs: number;
  /** A job that waits this long for its submit was abandoned by its process. */
  readonly abandonedAfterMs: number;
  readonly settleAgainMs: number;
  /** Between one webhook call and the next; there is one call more than pauses. */
  readonly webhookPausesMs: readonly number[];
  /** Between one try to copy an output and the next. */
  readonly copyPausesMs: readonly number[];
  readonly keptMs: number;
  /** A claim that is not renewed for so long belongs to a dead process. */
  readonly leaseMs: number;
  /** How often it is looked for work. */
  readonly lookEveryMs: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const lookEveryMsMin = 50;
const leaseMsMin = 5 * second;

/** `haste` is for tests: everything waits so many times shorter. */
export function makeTimings(haste = 1): Timings {
  const scale = (ms: number): number => Math.ceil(ms / haste);
  return {
    pollEveryMs: scale(10 * second),
    slowAfterMs: scale(30 * minute),
    pollSlowlyEveryMs: scale(5 * minute),
    verdictMsMax: 24 * hour,
    pollGapMs: scale(8 * second),
    abandonedAfterMs: scale(minute),
    settleAgainMs: scale(10 * second),
    webhookPausesMs: [10 * second, minute, 5 * minute, 30 * minute, 2 * hour].map(scale),
    copyPausesMs: [10 * second, minute, 10 * minute, hour, 6 * hour].map(scale),
    keptMs: 7 * 24 * hour,
    // A call needs its time even when tests shorten all others.
    leaseMs: Math.max(leaseMsMin, scale(2 * minute)),
    lookEveryMs: Math.max(lookEveryMsMin, scale(second)),
  };
}

/** When a job without a verdict is polled next; undefined: its time is over. */
export function findNextPoll(
  submittedAt: Date,
  now: Date,
  timings: Pick<Timings, 'pollEveryMs' | 'pollSlowlyEveryMs' | 'slowAfterMs' | 'verdictMsMax'>,
): Date | undefined {
  const ageMs = now.getTime() - submittedAt.getTime();
  if (ageMs >= timings.verdictMsMax) return undefined;
  const isSlow = ageMs >= timings.slowAfterMs;
  return new Date(now.getTime() + (isSlow ? timings.pollSlowlyEveryMs : timings.pollEveryMs));
}
