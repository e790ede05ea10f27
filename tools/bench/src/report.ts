import type { ProcessCosts } from './process-costs';
import type { Figures } from './statistics';

export type Mode = 'plain' | 'stream';

/** The median of all rounds. */
export interface Measurement extends Figures {
  /** What was measured, such as `yardstick`, the bare proxy, or `tollgate`, as `npm start` is. */
  readonly target: string;
  readonly mode: Mode;
  readonly connections: number;
  /** CPU microseconds per call, over all processes of the target. */
  readonly cpuMicros: number;
  readonly costs: ProcessCosts;
  /** Smallest and largest of the rounds. */
  readonly spread: { readonly requestsPerSecond: Range; readonly cpuMicros: Range };
}

export type Range = readonly [min: number, max: number];

export interface Ratios {
  /** Throughput over the yardstick's, at 32 connections. */
  readonly rpsRatio: number;
  /** Median latency over the yardstick's, at one connection. */
  readonly p50Ratio: number;
  /** CPU time per call over the yardstick's, at 32 connections. */
  readonly cpuRatio: number;
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

export function computeRatios(
  measurements: readonly Measurement[],
  target: string,
  mode: Mode,
): Ratios {
  const at = (which: string, connections: number): Measurement =>
    find(measurements, { target: which, mode, connections });
  return {
    rpsRatio: at(target, 32).requestsPerSecond / at('yardstick', 32).requestsPerSecond,
    p50Ratio: at(target, 1).p50Ms / at('yardstick', 1).p50Ms,
    cpuRatio: at(target, 32).cpuMicros / at('yardstick', 32).cpuMicros,
  };
}

export function formatRatios({ cpuRatio, p50Ratio, rpsRatio }: Ratios): string {
  return (
    `rps_ratio=${rpsRatio.toFixed(2)} p50_ratio=${p50Ratio.toFixed(2)} ` +
    `cpu_ratio=${cpuRatio.toFixed(2)}`
  );
}

const formatRange = ([min, max]: Range): string => `${min.toFixed(0)}-${max.toFixed(0)}`;

export function formatTable(measurements: readonly Measurement[]): string {
  const head = [
    ...['target', 'mode', 'conns', 'req/s', '(spread)', 'p50 ms', 'p99 ms'],
    ...['cpu µs/call', '(spread)'],
  ];
  const rows = measurements.map((one) => [
    one.target,
    one.mode,
    String(one.connections),
    one.requestsPerSecond.toFixed(0),
    formatRange(one.spread.requestsPerSecond),
    one.p50Ms.toFixed(2),
    one.p99Ms.toFixed(2),
    ...formatCpu(one),
  ]);
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

/** Unknown where no process of the target is known. */
function formatCpu({ costs, cpuMicros, spread }: Measurement): readonly string[] {
  if (Object.keys(costs).length === 0) return ['–', '–'];
  return [cpuMicros.toFixed(0), formatRange(spread.cpuMicros)];
}

/** The processes of a target, the most expensive first. */
export function formatCosts({ costs, mode, target }: Measurement): string {
  const parts = Object.entries(costs)
    .sort(([, left], [, right]) => right - left)
    .map(([name, micros]) => `${name} ${micros.toFixed(0)}`);
  return `${target}, ${mode}: ${parts.join(', ')}`;
}
