import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { findProcessIdentity } from '@tollgate/embedded';
import {
  getFreePort,
  spawnTestStack,
  startTestStack,
  waitUntil,
  type TestStack,
  type TestStackOptions,
} from '@tollgate/testing';

const timeoutMs = 60_000;

/** The engines alone: a copy of the program that finds no built services beside it. */
describe('the embedded stack', () => {
  let directory = '';
  let options: TestStackOptions = {};
  const stacks: TestStack[] = [];

  beforeAll(async () => {
    mkdirSync('.data', { recursive: true });
    directory = resolve(mkdtempSync(join('.data', 'stack-copy-')));
    const copy = join(directory, 'dist', 'tools', 'stack');
    cpSync('dist/tools/stack', copy, { recursive: true });
    options = {
      program: join(copy, 'main.js'),
      dataDirectory: join(directory, 'data'),
      port: await getFreePort(),
    };
  });
  afterEach(async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  });
  afterAll(() => {
    stacks[0]?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = async (...flags: string[]): Promise<TestStack> => {
    const stack = await startTestStack({ ...options, flags });
    stacks.push(stack);
    return stack;
  };
  const expectRefusal = async (): Promise<string> => {
    const stack = await spawnTestStack(options);
    await once(stack.process, 'close');
    expect(stack.process.exitCode).toBe(1);
    return stack.output();
  };
  const isAlive = (pid: number | undefined): boolean =>
    pid !== undefined && findProcessIdentity(pid) !== undefined;

  it(
    'starts again what dies, and on a signal leaves nothing running',
    async () => {
      const stack = await start();
      const first = stack.credentials().pids;
      expect(isAlive(first['postgres']) && isAlive(first['redis'])).toBe(true);
      process.kill(first['redis'] ?? 0, 'SIGKILL');
      process.kill(first['postgres'] ?? 0, 'SIGKILL');
      const isBack = (name: string): boolean => stack.output().includes(`${name} is back`);
      await waitUntil(() => isBack('redis') && isBack('postgres'), { timeoutMs: 30_000 });
      const second = stack.credentials().pids;
      expect(second['redis']).not.toBe(first['redis']);
      expect(isAlive(second['postgres']) && isAlive(second['redis'])).toBe(true);

      expect(await stack.stop()).toBe(0);
      expect(isAlive(second['postgres']) || isAlive(second['redis'])).toBe(false);
    },
    timeoutMs,
  );

  it(
    'refuses to run twice on the same data',
    async () => {
      await start();
      expect(await expectRefusal()).toContain('already running on');
    },
    timeoutMs,
  );

  it(
    'clears what a killed stack left running',
    async () => {
      const killed = await start();
      const left = killed.credentials().pids;
      killed.process.kill('SIGKILL');
      await once(killed.process, 'exit');
      expect(isAlive(left['postgres'])).toBe(true);

      const next = await start();
      expect(next.output()).toContain('stopped what was left over: redis, postgres');
      expect(isAlive(left['redis'])).toBe(false);
    },
    timeoutMs,
  );

  it(
    'keeps its secrets to itself and to its data, which --fresh empties',
    async () => {
      const first = await start();
      const { adminToken } = first.credentials();
      const file = join(first.dataDirectory, 'credentials.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await first.stop();
      const second = await start();
      expect(second.credentials().adminToken).toBe(adminToken);
      await second.stop();
      expect((await start('--fresh')).credentials().adminToken).not.toBe(adminToken);
    },
    timeoutMs,
  );

  it(
    'says so when the port of the edge is taken',
    async () => {
      const server = createServer().listen(options.port, '127.0.0.1');
      await once(server, 'listening');
      const output = await expectRefusal();
      server.close();
      expect(output).toContain(`port ${options.port} is taken`);
    },
    timeoutMs,
  );
});
