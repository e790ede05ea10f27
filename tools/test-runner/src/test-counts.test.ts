import {
  addCounts,
  exitCodeOf,
  formatCounts,
  noTests,
  readCountLine,
  readJestReport,
} from './test-counts';

const report = {
  numPassedTests: 4,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 1,
};

describe('test counts', () => {
  it('count a suite that failed to run as one failure', () => {
    expect(readJestReport(JSON.stringify(report))).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('refuse a report without the numbers', () => {
    expect(() => readJestReport('{}')).toThrow('numPassedTests');
  });

  it('end in a plain line that names skips only when there are some', () => {
    expect(formatCounts({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(formatCounts({ passed: 3, failed: 1, skipped: 2 })).toBe(
      '3 passed, 1 failed, 2 skipped',
    );
  });

  it('are read from the last line of another run', () => {
    expect(readCountLine('12 passed, 3 failed')).toEqual({ passed: 12, failed: 3, skipped: 0 });
    expect(readCountLine('Error: 12 passed, 3 failed')).toBeUndefined();
  });

  it('succeed only when something passed and nothing failed', () => {
    expect(exitCodeOf(noTests)).toBe(1);
    expect(exitCodeOf({ passed: 1, failed: 1, skipped: 0 })).toBe(1);
    expect(exitCodeOf(addCounts(noTests, { passed: 1, failed: 0, skipped: 5 }))).toBe(0);
  });
});
