import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { findProcessIdentity, getFreePort, removeCluster, waitUntil } from '@tollgate/embedded';
import type { Credentials } from './credentials';

const timeoutMs = 60_000;

/** The engines alone: a copy of the program that finds no built services beside it. */
describe('the embedded stack', () => {
  let directory = '';
  let port = 0;
  let output = '';
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    mkdirSync('.data', { recursive: true });
    directory = resolve(mkdtempSync(join('.data', 'stack-test-')));
    cpSync('dist/tools/stack', join(directory, 'dist', 'tools', 'stack'), { recursive: true });
    port = await getFreePort();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(stop));
  });
  afterAll(() => {
    removeCluster(join(directory, 'data', 'postgres'));
    rmSync(directory, { recursive: true, force: true });
  });

  const run = (...flags: string[]): ChildProcess => {
    output = '';
    const program = join(directory, 'dist', 'tools', 'stack', 'main.js');
    const child = spawn(process.execPath, [program, 'start', ...flags], {
      env: {
        PATH: process.env['PATH'],
        TOLLGATE_DATA: join(directory, 'data'),
        PORT: String(port),
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    }
    children.push(child);
    return child;
  };
  const stop = async (child: ChildProcess): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill('SIGTERM');
    await once(child, 'exit');
    return child.exitCode;
  };
  const isReady = (): boolean => output.includes('tollgate: ready');
  const start = async (...flags: string[]): Promise<ChildProcess> => {
    const child = run(...flags);
    await waitUntil(isReady, { timeoutMs, what: 'the stack' }).catch((error: unknown) => {
      throw new Error(output, { cause: error });
    });
    return child;
  };
  const readCredentials = (): Credentials => {
    const file = join(directory, 'data', 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  };
  const isAlive = (pid: number | undefined): boolean =>
    pid !== undefined && findProcessIdentity(pid) !== undefined;

  it(
    'starts again what dies, and on a signal leaves nothing running',
    async () => {
      const stack = await start();
      const first = readCredentials().pids;
      expect(isAlive(first['postgres']) && isAlive(first['redis'])).toBe(true);
      process.kill(first['redis'] ?? 0, 'SIGKILL');
      process.kill(first['postgres'] ?? 0, 'SIGKILL');
      await waitUntil(() => /redis is back/.test(output) && /postgres is back/.test(output), {
        timeoutMs: 10_000,
      });
      const second = readCredentials().pids;
      expect(second['redis']).not.toBe(first['redis']);
      expect(isAlive(second['postgres']) && isAlive(second['redis'])).toBe(true);

      expect(await stop(stack)).toBe(0);
      expect(isAlive(second['postgres']) || isAlive(second['redis'])).toBe(false);
    },
    timeoutMs,
  );

  it(
    'refuses to run twice on the same data',
    async () => {
      await start();
      const second = run();
      await once(second, 'exit');
      expect(second.exitCode).toBe(1);
      expect(output).toContain('already running on');
    },
    timeoutMs,
  );

  it(
    'clears what a killed stack left running',
    async () => {
      const killed = await start();
      const left = readCredentials().pids;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      expect(isAlive(left['postgres'])).toBe(true);

      await start();
      expect(output).toContain('stopped what was left over: redis, postgres');
      expect(isAlive(left['redis'])).toBe(false);
    },
    timeoutMs,
  );

  it(
    'keeps its secrets, except when it begins fresh',
    async () => {
      await stop(await start());
      const { adminToken } = readCredentials();
      await stop(await start());
      expect(readCredentials().adminToken).toBe(adminToken);
      await stop(await start('--fresh'));
      expect(readCredentials().adminToken).not.toBe(adminToken);
    },
    timeoutMs,
  );

  it(
    'says so when the port of the edge is taken',
    async () => {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      const stack = run();
      await once(stack, 'exit');
      server.close();
      expect(stack.exitCode).toBe(1);
      expect(output).toContain(`port ${port} is taken`);
    },
    timeoutMs,
  );
});
