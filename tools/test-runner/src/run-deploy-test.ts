import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findContainerEngine, NoContainerEngineError } from '@tollgate/embedded';
import { brokenRun, noTests, readCountLine, type TestCounts } from './test-counts';

/** Runs `npm run test:deploy` where an engine for containers answers. */
export async function runDeployTest(note: (line: string) => void): Promise<TestCounts> {
  try {
    await findContainerEngine();
  } catch (error) {
    if (!(error instanceof NoContainerEngineError)) throw error;
    note(`the deploy test is skipped: ${error.message}`);
    return noTests;
  }
  const program = join('dist', 'tools', 'deploy-test', 'main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It removes its containers before it ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output = (output + chunk.toString('utf8')).slice(-outputMax);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const counts = readCountLine(output.trimEnd().split('\n').at(-1) ?? '') ?? brokenRun;
  return code !== 0 && counts.failed === 0 ? brokenRun : counts;
}

const outputMax = 10_000;
