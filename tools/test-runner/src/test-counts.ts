export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** What a run that produced no readable result counts as. */
export const brokenRun: TestCounts = { passed: 0, failed: 1, skipped: 0 };

export function addCounts(left: TestCounts, right: TestCounts): TestCounts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** Counts of a `jest --json` report. A suite that could not run at all is one failure. */
export function readJestReport(text: string): TestCounts {
  const report: unknown = JSON.parse(text);
  return {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests') + numberAt(report, 'numRuntimeErrorTestSuites'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
}

function numberAt(report: unknown, field: string): number {
  const value = (report as Record<string, unknown>)[field];
  if (typeof value !== 'number') throw new Error(`the jest report has no number "${field}"`);
  return value;
}

/** The last line of every run; skips are named only when there are some. */
export function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Reads such a line; undefined when it is another one. */
export function readCountLine(line: string): TestCounts | undefined {
  const found = /^(\d+) passed, (\d+) failed$/.exec(line);
  if (found === null) return undefined;
  return { ...noTests, passed: Number(found[1]), failed: Number(found[2]) };
}

/** A run in which nothing ran proves nothing, so it fails too. */
export function exitCodeOf({ passed, failed }: TestCounts): number {
  return failed > 0 || passed === 0 ? 1 : 0;
}
