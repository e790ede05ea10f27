import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadPlan, LoadResult } from './load.main';
import type { StreamPlan, StreamResult } from './stream-load.main';

const program = (name: string): string => join(__dirname, name);

/** A child that says `ready` when it listens. */
export async function startHop(name: string, port: number, target: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program(name), String(port), target], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} did not start`))),
  ]);
  return child;
}

/** The load comes from a process of its own, so that it does not disturb what it measures. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return (await runProgram('load.main.js', plan)) as LoadResult;
}

export async function runStreamLoad(plan: StreamPlan): Promise<StreamResult> {
  return (await runProgram('stream-load.main.js', plan)) as StreamResult;
}

async function runProgram(name: string, plan: object): Promise<unknown> {
  const child = spawn(process.execPath, [program(name), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('the load process failed');
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
}
