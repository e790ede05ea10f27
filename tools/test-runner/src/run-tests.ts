import type { TestArguments } from './parse-arguments';
import { runJestLevel } from './run-jest-level';
import { addCounts, noTests, type TestCounts } from './test-counts';

/** Runs the asked levels one after the other and adds up what they report. */
export async function runTests(
  { levels, isFull, jestArguments }: TestArguments,
  environment: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const full = isFull ? { TEST_FULL: '1' } : {};
  let total = noTests;
  for (const level of levels) {
    const counts = await runJestLevel(level, jestArguments, { ...environment, ...full });
    total = addCounts(total, counts);
  }
  return total;
}
