import type { Figures } from './statistics';

export const targets = ['provider', 'yardstick', 'tollgate'] as const;
export type Target = (typeof targets)[number];
export type Mode = 'plain' | 'stream';

export interface Measurement extends Figures {
  readonly target: Target;
  readonly mode: Mode;
  readonly connections: number;
}

export interface Ratios {
  /** Tollgate's throughput over the yardstick's, at 32 connections. */
  readonly rpsRatio: number;
  /** Tollgate's median latency over the yardstick's, at one connection. */
  readonly p50Ratio: number;
}

export function find(
  measurements: readonly Measurement[],
  wanted: Pick<Measurement, 'target' | 'mode' | 'connections'>,
): Measurement {
  const found = measurements.find(
    ({ target, mode, connections }) =>
      target === wanted.target && mode === wanted.mode && connections === wanted.connections,
  );
  if (!found) throw new Error(`not measured: ${JSON.stringify(wanted)}`);
  return found;
}

export function computeRatios(measurements: readonly Measurement[], mode: Mode = 'plain'): Ratios {
  const at = (target: Target, connections: number): Measurement =>
    find(measurements, { target, mode, connections });
  return {
    rpsRatio: at('tollgate', 32).requestsPerSecond / at('yardstick', 32).requestsPerSecond,
    p50Ratio: at('tollgate', 1).p50Ms / at('yardstick', 1).p50Ms,
  };
}

export function formatTable(measurements: readonly Measurement[]): string {
  const head = ['target', 'mode', 'conns', 'req/s', 'p50 ms', 'p99 ms', 'of yardstick'];
  const rows = measurements.map((one) => {
    const yardstick = find(measurements, { ...one, target: 'yardstick' });
    return [
      one.target,
      one.mode,
      String(one.connections),
      one.requestsPerSecond.toFixed(0),
      one.p50Ms.toFixed(2),
      one.p99Ms.toFixed(2),
      `${(one.requestsPerSecond / yardstick.requestsPerSecond).toFixed(2)} req/s, ${(one.p50Ms / yardstick.p50Ms).toFixed(2)} p50`,
    ];
  });
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
