import type { Timings } from './timings';

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
