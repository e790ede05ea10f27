import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@tollgate/testing';
import { callApi } from './api-call';
import type { Gateway } from './gateway';

export interface StartedApp {
  readonly stop: () => Promise<void>;
}

const readyTimeoutMs = 120_000;

/** One more process of an app beside those of a running stack; its log is with the others. */
export async function startApp(
  gateway: Gateway,
  { app, environment, readyUrl }: StartOptions,
): Promise<StartedApp> {
  const log = openSync(join(gateway.dataDirectory, 'logs', `${app}-2.log`), 'a');
  const child = spawn(process.execPath, [join('dist', 'apps', app, 'main.js')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the second ${app} ended with ${child.exitCode}`);
    return (await callApi(readyUrl).catch(() => undefined))?.status === 200;
  };
  await waitUntil(isReady, { timeoutMs: readyTimeoutMs, what: `the second ${app}` });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export interface StartOptions {
  readonly app: 'edge' | 'relay' | 'video';
  readonly environment: Readonly<Record<string, string>>;
  /** Answers 200 when it can serve. */
  readonly readyUrl: string;
}
