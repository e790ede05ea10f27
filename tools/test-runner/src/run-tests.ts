import { planLanes } from './e2e-lanes';
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
      const lanes =
        level === 'e2e' ? planLanes(jestArguments) : [{ jestArguments, environment: {} }];
      const counts = await Promise.all(
        lanes.map((lane) =>
          runJestLevel(level, lane.jestArguments, {
            ...environment,
            ...settings,
            ...lane.environment,
          }),
        ),
      );
      total = counts.reduce(addCounts, total);
    }
    return total;
  } finally {
    await engines.stop();
  }
}

const interrupted = 130;
