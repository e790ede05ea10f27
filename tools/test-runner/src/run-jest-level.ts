import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestLevel } from './parse-arguments';
import { addCounts, brokenRun, readJestReport, type TestCounts } from './test-counts';
import { waitForJest } from './wait-for-jest';

/** Suites leave modules behind: a worker of this size is replaced after its suite. */
const memoryLimit = '--workerIdleMemoryLimit=1200MB';

const workers: Record<TestLevel, readonly string[]> = {
  unit: ['--maxWorkers=2', memoryLimit],
  // Many of these wait for a job or a timeout: with two workers the machine is idle.
  integration: ['--maxWorkers=3', memoryLimit],
  // The end-to-end suites run whole stacks; busy ones at once would measure the machine.
  e2e: ['--runInBand'],
};

/** Runs one jest project and returns its counts; a run without a report is a failure. */
export async function runJestLevel(
  level: TestLevel,
  jestArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-jest-'));
  const reportFile = join(directory, 'report.json');
  try {
    const jest = spawn(
      process.execPath,
      [
        ...['node_modules/jest/bin/jest.js', '--selectProjects', level, ...workers[level]],
        ...['--passWithNoTests', '--json', `--outputFile=${reportFile}`, ...jestArguments],
      ],
      // With --json the report also goes to stdout; what a person reads is on stderr.
      {
        stdio: ['inherit', 'ignore', 'inherit'],
        env: { ...environment, NODE_OPTIONS: nodeOptions(environment) },
      },
    );
    const fault = await waitForJest(jest, reportFile);
    if (fault !== undefined) console.error(`${level}: ${fault}`);
    const counts = readJestReport(await readFile(reportFile, 'utf8'));
    if (fault !== undefined) return addCounts(counts, brokenRun);
    return jest.exitCode !== 0 && counts.failed === 0 ? brokenRun : counts;
  } catch (error) {
    console.error(`jest gave no result for ${level}:`, error);
    return brokenRun;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** By environment, because jest's workers are processes of their own. */
function nodeOptions(environment: NodeJS.ProcessEnv): string {
  return [
    environment['NODE_OPTIONS'] ?? '',
    // Packages that exist only as ES modules load in jest with this alone.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    // kafkajs computes a timeout from a clock that is not set yet.
    '--disable-warning=TimeoutNegativeWarning',
  ].join(' ');
}
