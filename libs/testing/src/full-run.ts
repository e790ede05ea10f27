/** Whether long suites run whole (`npm run test:full`) or only a part of them. */
export function isFullRun(): boolean {
  return process.env['TEST_FULL'] === '1';
}

/** A suite that takes minutes: skipped but in a full run. */
export function describeInFullRun(name: string, suite: () => void): void {
  (isFullRun() ? describe : describe.skip)(name, suite);
}

/**
 * All cases in a full run, else `count` neighbouring ones. Where they begin changes from day to
 * day, so that the short runs of many days cover everything; print the day with a failure.
 */
export function pickSome<T>(
  cases: readonly T[],
  count: number,
  day = Math.floor(Date.now() / dayMs),
): readonly T[] {
  if (isFullRun() || cases.length <= count) return cases;
  const first = (day * count) % cases.length;
  return [...cases.slice(first), ...cases.slice(0, first)].slice(0, count);
}

const dayMs = 86_400_000;
