import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Measurement, Ratios } from './report';

/** One run of `npm run bench`, a line of the history file. */
export interface BenchRun {
  readonly at: string;
  readonly node: string;
  readonly ratios: Readonly<Record<string, Ratios>>;
  readonly measurements: readonly Measurement[];
}

/** Of ratios; CPU time is steady within this on a shared machine. */
const noticeable = 0.1;

export function appendRun(file: string, run: BenchRun): void {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

export function findLastRun(file: string): BenchRun | undefined {
  if (!existsSync(file)) return undefined;
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1);
  return last === undefined || last === '' ? undefined : (JSON.parse(last) as BenchRun);
}

/** What became noticeably better or worse since an earlier run. */
export function compareRuns(before: BenchRun, now: BenchRun): readonly string[] {
  return Object.entries(now.ratios).flatMap(([name, ratios]) => {
    const earlier = before.ratios[name];
    if (earlier === undefined) return [];
    return ratioNames.flatMap((ratio) => {
      const change = ratios[ratio] / earlier[ratio] - 1;
      if (Math.abs(change) < noticeable) return [];
      const isBetter = ratio === 'rpsRatio' ? change > 0 : change < 0;
      const figures = `${earlier[ratio].toFixed(2)} to ${ratios[ratio].toFixed(2)}`;
      return [`${name}: ${ratio} ${isBetter ? 'better' : 'worse'}, ${figures}`];
    });
  });
}

const ratioNames = ['rpsRatio', 'p50Ratio', 'cpuRatio'] as const;
