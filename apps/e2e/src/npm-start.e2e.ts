import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCredentials, findProcessIdentity, removeCluster } from '@tollgate/embedded';
import { getFreePort, waitUntil } from '@tollgate/testing';

const readyMs = 180_000;

describe('npm start', () => {
  const dataDirectory = resolve(mkdtempSync(join('.data', 'npm-start-')));
  let npm: ChildProcess | undefined;

  afterAll(() => {
    npm?.kill('SIGKILL');
    removeCluster(join(dataDirectory, 'postgres'));
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  it(
    'leaves no process running when npm is terminated',
    async () => {
      let output = '';
      const { PATH, HOME } = process.env;
      const environment = { PATH, HOME, TOLLGATE_DATA: dataDirectory };
      npm = spawn('npm', ['start'], {
        env: { ...environment, PORT: String(await getFreePort()) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [npm.stdout, npm.stderr])
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
      await waitUntil(() => output.includes('ready after') || npm?.exitCode !== null, {
        timeoutMs: readyMs,
        what: 'a running gateway',
      });
      expect(output).toContain('ready after');
      for (const email of ['demo@tollgate.local', 'operator@tollgate.local']) {
        const link = new RegExp(
          `sign in once as ${email}: \\S+/sign-in-link\\?token=([\\w-]{43})\\s`,
        );
        expect(output).toMatch(link);
      }
      const pids = Object.values(findCredentials(dataDirectory)?.pids ?? {});
      const listRunning = () => pids.filter((pid) => findProcessIdentity(pid) !== undefined);
      expect(listRunning().length).toBeGreaterThanOrEqual(10);

      npm.kill('SIGTERM');
      await waitUntil(() => listRunning().length === 0, {
        timeoutMs: 30_000,
        what: 'the end of every service and engine',
      });
    },
    readyMs + 60_000,
  );
});
