import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  findCredentials,
  getFreePort,
  removeCluster,
  waitUntil,
  type StackCredentials,
} from '@tollgate/embedded';

export interface TestStackOptions {
  /** Continue with the data of an earlier one; a new folder without it. */
  readonly dataDirectory?: string;
  readonly port?: number;
  /** Settings on top, for example `{ EVENT_LOG: 'kafka' }`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** The built program; tests of the stack itself use a copy. */
  readonly program?: string;
}

export interface TestStack {
  readonly baseUrl: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** As they are now: pids change when a part was started again. */
  readonly credentials: () => StackCredentials;
  /** Everything it printed so far. */
  readonly output: () => string;
  /** Ends it in order and gives its exit code; the data stay. */
  readonly stop: () => Promise<number | null>;
  /** After `stop`: the data as well. */
  readonly remove: () => void;
}

const readyTimeoutMs = 300_000;

/** Spawns `npm start` without its build on a free port, and does not wait. */
export async function spawnTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  mkdirSync('.data', { recursive: true });
  const dataDirectory = resolve(options.dataDirectory ?? mkdtempSync(join('.data', 'stack-test-')));
  const port = options.port ?? (await getFreePort());
  const program = options.program ?? join('dist', 'tools', 'stack', 'main.js');
  const child = spawn(process.execPath, [program, 'start', ...(options.flags ?? [])], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TOLLGATE_DATA: dataDirectory,
      PORT: String(port),
      // Should the test be killed, so is its stack.
      TOLLGATE_BOOT_PID: String(process.pid),
      // Tests kill services one by one.
      SHAPE: 'apart',
      GATEWAY_PROCESSES: '1',
      // Suites make many accounts.
      PASSWORD_COST: '10',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    dataDirectory,
    process: child,
    credentials: () => requireCredentials(dataDirectory),
    output: () => output,
    stop: () => stopStack(child),
    remove: () => {
      removeCluster(join(dataDirectory, 'postgres'));
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The same, and waits until it answers. Its own output is the error when it does not. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const stack = await spawnTestStack(options);
  const isDecided = (): boolean =>
    stack.output().includes('tollgate: ready') || stack.process.exitCode !== null;
  try {
    await waitUntil(isDecided, { timeoutMs: readyTimeoutMs, what: 'the stack' });
    if (stack.process.exitCode !== null) throw new Error('the stack ended');
  } catch (error) {
    await stack.stop();
    throw new Error(`the stack did not start:\n${stack.output()}`, { cause: error });
  }
  return stack;
}

function requireCredentials(dataDirectory: string): StackCredentials {
  const credentials = findCredentials(dataDirectory);
  if (credentials === undefined) throw new Error(`${dataDirectory} has no credentials.json`);
  return credentials;
}

async function stopStack(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
}
