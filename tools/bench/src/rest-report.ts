import type { ProcessMemory } from './process-memory';

export interface RestTargets {
  readonly readySeconds: number;
  readonly restMegabytes: number;
  readonly loadMegabytes: number;
  /** Of one core. */
  readonly restCpuPercent: number;
}

/** After `npm start` on a machine with everything built, over all processes but the engines. */
export const restTargets: RestTargets = {
  readySeconds: 6,
  restMegabytes: 500,
  loadMegabytes: 900,
  restCpuPercent: 2,
};

/** One process at one moment; the CPU is that of the time before it. */
export interface ProcessReading extends ProcessMemory {
  readonly name: string;
  /** Postgres, Redis and Kafka, which are not ours. */
  readonly isEngine: boolean;
  readonly cpuPercent: number;
}

const megabyte = 1_000_000;

export function sumMegabytes(readings: readonly ProcessReading[]): number {
  const own = readings.filter(({ isEngine }) => !isEngine);
  return own.reduce((sum, { proportionalBytes }) => sum + proportionalBytes, 0) / megabyte;
}

export function sumCpuPercent(readings: readonly ProcessReading[]): number {
  const own = readings.filter(({ isEngine }) => !isEngine);
  return own.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0);
}

export function formatReadings(readings: readonly ProcessReading[]): string {
  const lines = readings.map(({ cpuPercent, isEngine, name, ...memory }) =>
    [
      `${name}${isEngine ? ' (engine)' : ''}`.padEnd(40),
      `${(memory.proportionalBytes / megabyte).toFixed(0)} MB`.padStart(8),
      `(resident ${(memory.residentBytes / megabyte).toFixed(0)} MB)`.padEnd(19),
      `${cpuPercent.toFixed(2)} %`.padStart(8),
    ].join(' '),
  );
  return lines.join('\n');
}

/** What is above its target, or could not be measured. */
export function findMisses(measured: RestTargets): readonly string[] {
  const names = Object.keys(restTargets) as (keyof RestTargets)[];
  return names
    .filter((name) => !(measured[name] <= restTargets[name]))
    .map((name) => `${name} ${measured[name].toFixed(2)} (at most ${restTargets[name]})`);
}
