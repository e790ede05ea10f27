import type { CallRecord } from './load';

/** What clients saw of a fault: how many calls failed, and how long none was answered. */
export function describeOutage(records: readonly CallRecord[], faultAtMs: number): string {
  const answered = records.filter(({ outcome }) => outcome === 'answered');
  const after = answered.filter(({ startedAtMs }) => startedAtMs >= faultAtMs);
  const ends = [faultAtMs, ...after.map(({ endedAtMs }) => endedAtMs)].sort((a, b) => a - b);
  const gapMs = Math.max(0, ...ends.slice(1).map((end, index) => end - (ends[index] ?? end)));
  const count = (outcome: CallRecord['outcome']): number =>
    records.filter((record) => record.outcome === outcome).length;
  return (
    `${records.length} calls, ${answered.length} answered, ${count('refused')} refused, ` +
    `${count('broken')} broken; longest time without an answer ${(gapMs / 1_000).toFixed(1)} s`
  );
}
