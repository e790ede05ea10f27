import { planRounds } from './e2e-lanes';
import { testLevels, type TestArguments } from './parse-arguments';
import { runDeployTest } from './run-deploy-test';
import { runJestLevel } from './run-jest-level';
import { startTestEngines, type TestEngines } from './start-test-engines';
import { addCounts, noTests, type TestCounts } from './test-counts';

const noEngines: TestEngines = { environment: {}, stop: () => Promise.resolve() };

/** Runs what was asked for and adds up what is reported. */
export async function runTests(
  given: TestArguments,
  environment: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const { isFull, jestArguments, levels } = given;
  const counts = await runLevels(given, environment);
  // A selection of suites or levels leaves it out.
  const isWhole = isFull && jestArguments.length === 0 && levels.length === testLevels.length;
  return isWhole ? addCounts(counts, await runDeployTest(note)) : counts;
}

const note = (line: string): void => console.log(`tollgate: ${line}`);

/** Runs the levels one after the other. */
async function runLevels(
  { levels, isFull, jestArguments }: TestArguments,
  environment: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const needsEngines = levels.some((level) => level !== 'unit');
  const isCi = environment['CI'] === 'true';
  const engines = needsEngines ? await startTestEngines({ isCi, note }) : noEngines;
  const stopOnSignal = (): void => {
    void engines.stop().then(() => process.exit(interrupted));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopOnSignal);
  try {
    const settings = { ...engines.environment, ...(isFull ? { TEST_FULL: '1' } : {}) };
    let total = noTests;
    for (const level of levels) {
      const rounds =
        level === 'e2e'
          ? planRounds(jestArguments, isFull)
          : [[{ jestArguments, environment: {} }]];
      for (const lanes of rounds) {
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
    }
    return total;
  } finally {
    await engines.stop();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopOnSignal);
  }
}

const interrupted = 130;
