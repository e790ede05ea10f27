import { median } from './statistics';

/** What one slice of a soak showed at its end. */
export interface SoakReading {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Calls that were answered and are not in the book yet. */
  readonly notPosted: number;
  readonly redisMegabytes: number;
  readonly processes: readonly SoakProcess[];
}

export interface SoakProcess {
  readonly name: string;
  readonly megabytes: number;
  readonly handles: number;
}

/** The first of these are the warm-up: heaps and caches grow to their size. */
const warmUpShare = 0.2;
const growthMax = { memoryShare: 0.1, memoryMegabytes: 20, handles: 10, lagSeconds: 5 };

/** What grew from the first to the last third after the warm-up; empty when all is flat. */
export function findGrowth(readings: readonly SoakReading[]): string[] {
  const steady = readings.slice(Math.floor(readings.length * warmUpShare));
  const third = Math.max(1, Math.floor(steady.length / 3));
  const parts = { early: steady.slice(0, third), late: steady.slice(-third) };
  const names = steady[0]?.processes.map(({ name }) => name) ?? [];
  const find = (reading: SoakReading, name: string): SoakProcess | undefined =>
    reading.processes.find((one) => one.name === name);
  const faults = names.flatMap((name) => [
    ...judgeMemory(`memory of ${name}`, parts, (reading) => find(reading, name)?.megabytes ?? 0),
    ...judgeHandles(name, parts, (reading) => find(reading, name)?.handles ?? 0),
  ]);
  return [
    ...faults,
    ...judgeMemory('data of Redis', parts, ({ redisMegabytes }) => redisMegabytes),
    ...judgeLag(steady),
  ];
}

interface Parts {
  readonly early: readonly SoakReading[];
  readonly late: readonly SoakReading[];
}
type Read = (reading: SoakReading) => number;

function judgeMemory(what: string, { early, late }: Parts, read: Read): string[] {
  const [before, after] = [median(early.map(read)), median(late.map(read))];
  const most = Math.max(before * growthMax.memoryShare, growthMax.memoryMegabytes);
  if (after - before <= most) return [];
  return [`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`];
}

function judgeHandles(name: string, { early, late }: Parts, read: Read): string[] {
  const [before, after] = [median(early.map(read)), median(late.map(read))];
  if (after - before <= growthMax.handles) return [];
  return [`open handles of ${name} grew from ${before} to ${after}`];
}

/** Some calls are always on their way to the book; more than some seconds of them is a lag. */
function judgeLag(readings: readonly SoakReading[]): string[] {
  const lags = readings.filter(
    ({ notPosted, requestsPerSecond }) => notPosted > requestsPerSecond * growthMax.lagSeconds,
  );
  return lags.length === 0
    ? []
    : [`postings lagged in ${lags.length} of ${readings.length} slices`];
}
