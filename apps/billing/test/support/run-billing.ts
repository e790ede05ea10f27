import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { waitUntil } from '@tollgate/testing';

const workspaceRoot = resolve(__dirname, '../../../..');

/** The service as a process of its own, which can be killed. */
export interface BillingProcess {
  /** Ends it without warning and starts it again on the same ports. */
  readonly killAndStart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function runBilling(
  environment: Readonly<Record<string, string>>,
): Promise<BillingProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'billing-'));
  await build({
    entryPoints: [join(workspaceRoot, 'apps/billing/src/main.ts')],
    outfile: join(directory, 'main.js'),
    bundle: true,
    platform: 'node',
    external: ['pg-native'],
    tsconfig: join(workspaceRoot, 'tsconfig.base.json'),
    logLevel: 'error',
  });
  await cp(join(workspaceRoot, 'apps/billing/migrations'), join(directory, 'migrations'), {
    recursive: true,
  });
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(directory, 'main.js')], {
      env: { ...environment, NODE_PATH: join(workspaceRoot, 'node_modules') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const readyUrl = `http://127.0.0.1:${environment['INTERNAL_PORT']}/readyz`;
    const ready = waitUntil(
      () =>
        fetch(readyUrl).then(
          ({ status }) => status === 200,
          () => false,
        ),
      { timeoutMs: 60_000, what: 'billing to be ready' },
    );
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`billing ended with ${code} before it was ready`);
    });
    // It ends later, too, when it is killed.
    ended.catch(() => undefined);
    ready.catch(() => undefined);
    await Promise.race([ready, ended]);
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  let running = await start();
  return {
    killAndStart: async () => {
      await kill(running);
      running = await start();
    },
    stop: async () => {
      await kill(running);
      await rm(directory, { recursive: true });
    },
  };
}
