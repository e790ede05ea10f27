import type { TestArguments } from './parse-arguments';
import { runJestLevel } from './run-jest-level';
import { startTestEngines, type TestEngines } from './start-test-engines';
import { addCounts, noTests, type TestCounts } from './test-counts';

const noEngines: TestEngines = { environment: {}, stop: () => Promise.resolve() };

/** Runs the asked levels one after the other and adds up what they report. */
export async function runTests(
  { levels, isFull, jestArguments }: TestArguments,
  environment: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const needsEngines = levels.some((level) => level !== 'unit');
  const isCi = environment['CI'] === 'true';
  const note = (line: string): void => console.log(`tollgate: ${line}`);
  const engines = needsEngines ? await startTestEngines({ isCi, note }) : noEngines;
  const stopOnSignal = (): void => {
    void engines.stop().then(() => process.exit(interrupted));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopOnSignal);
  try {
    const settings = { ...engines.environment, ...(isFull ? { TEST_FULL: '1' } : {}) };
    let total = noTests;
    for (const level of levels) {
      const counts = await runJestLevel(level, jestArguments, { ...environment, ...settings });
      total = addCounts(total, counts);
    }
    return total;
  } finally {
    await engines.stop();
  }
}

const interrupted = 130;
