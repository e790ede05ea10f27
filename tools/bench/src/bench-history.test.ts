import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendRun, compareRuns, findLastRun, type BenchRun } from './bench-history';

function makeRun(at: string, cpuRatio: number, rpsRatio = 0.8): BenchRun {
  const ratios = { plain: { rpsRatio, p50Ratio: 1.5, cpuRatio } };
  return { at, node: 'v24', ratios, measurements: [] };
}

describe('the history of the benchmark', () => {
  it('keeps every run and finds the last one', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bench-history-'));
    const file = join(directory, 'history.jsonl');
    expect(findLastRun(file)).toBeUndefined();
    appendRun(file, makeRun('monday', 1.5));
    appendRun(file, makeRun('tuesday', 1.2));
    expect(findLastRun(file)?.at).toBe('tuesday');
    rmSync(directory, { recursive: true });
  });

  it('names what changed by a tenth or more, and whether it is better', () => {
    expect(compareRuns(makeRun('monday', 1.5), makeRun('tuesday', 1.2))).toEqual([
      'plain: cpuRatio better, 1.50 to 1.20',
    ]);
    expect(compareRuns(makeRun('monday', 1.5, 0.8), makeRun('tuesday', 1.5, 0.6))).toEqual([
      'plain: rpsRatio worse, 0.80 to 0.60',
    ]);
    expect(compareRuns(makeRun('monday', 1.5), makeRun('tuesday', 1.55))).toEqual([]);
  });
});
