import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findCredentials,
  findDirectoryOwner,
  getFreePort,
  waitUntil,
  type StackCredentials,
} from '@tollgate/embedded';
import { send } from './gateway';
import { measureCalls } from './measure-calls';
import { readCpuSeconds, readOwnCpuSeconds } from './process-cpu';
import { nameProcesses } from './process-costs';
import { readMemory } from './process-memory';
import {
  findMisses,
  formatReadings,
  sumCpuPercent,
  sumMegabytes,
  type ProcessReading,
  type RestTargets,
} from './rest-report';

const dataDirectory = join('.data', 'bench-rest');
/** No request comes meanwhile; what a start leaves behind is done before. */
const settleMs = 20_000;
const restMs = Number(process.env['BENCH_REST_SECONDS'] ?? 60) * 1_000;
const loadMs = 60_000;
/** After the load: what it left in queues and young generations is gone. */
const afterLoadMs = 15_000;
const startTimeoutMs = 120_000;
const engines = new Set(['postgres', 'redis', 'kafka']);

interface StartedStack {
  readonly child: ChildProcess;
  readonly readySeconds: number;
}

/** Memory, idle CPU and start time of what `npm start` starts: `npm run bench -- rest`. */
export async function measureRest(): Promise<void> {
  rmSync(dataDirectory, { recursive: true, force: true });
  const port = await getFreePort();
  console.log(`bench: first start, which fills ${dataDirectory} …`);
  await stop(await start(port));
  const stack = await start(port);
  try {
    console.log(`bench: ready after ${stack.readySeconds.toFixed(1)} s; now at rest …`);
    await sleep(settleMs);
    const rest = await readProcesses(stack.child, restMs);
    console.log(`${formatReadings(rest)}\nbench: load …`);
    const credentials = requireCredentials();
    await sendLoad(credentials);
    const loaded = await readProcesses(stack.child, afterLoadMs);
    console.log(formatReadings(loaded));
    report({
      readySeconds: stack.readySeconds,
      restMegabytes: sumMegabytes(rest),
      restCpuPercent: sumCpuPercent(rest),
      loadMegabytes: sumMegabytes(loaded),
    });
  } finally {
    await stop(stack);
  }
}

/** The way of `npm start`, with its check whether everything is built. */
async function start(port: number): Promise<StartedStack> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join('tools', 'boot.mjs'), 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TOLLGATE_DATA: dataDirectory,
      PORT: String(port),
      // Every call is counted as usual, but no account reaches the limit.
      RATE_LIMIT_FUNDED: '1000000000',
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = (): boolean => {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
    return output.includes('tollgate: ready');
  };
  await waitUntil(isReady, { timeoutMs: startTimeoutMs, what: 'npm start' });
  return { child, readySeconds: (performance.now() - startedMs) / 1_000 };
}

async function stop({ child }: StartedStack): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

function requireCredentials(): StackCredentials {
  const found = findCredentials(dataDirectory);
  if (found === undefined) throw new Error(`${dataDirectory} has no credentials.json`);
  return found;
}

/** Memory at the end of the time, and CPU over all of it. */
async function readProcesses(boot: ChildProcess, ms: number): Promise<ProcessReading[]> {
  const stackPid = findDirectoryOwner(dataDirectory)?.pid ?? 0;
  // The simulator counts: `npm start` starts it.
  const { simulator = 0, ...pids } = requireCredentials().pids;
  const processes = [
    { name: 'npm start', pid: boot.pid ?? 0 },
    { name: 'stack', pid: stackPid },
    ...nameProcesses(pids),
    { name: 'simulator', pid: simulator },
  ];
  const readCpu = (name: string, pid: number): number =>
    engines.has(name) ? readCpuSeconds(pid) : readOwnCpuSeconds(pid);
  const before = processes.map(({ name, pid }) => readCpu(name, pid));
  const startedMs = performance.now();
  await sleep(ms);
  const seconds = (performance.now() - startedMs) / 1_000;
  return processes.map(({ name, pid }, index) => ({
    name,
    isEngine: engines.has(name),
    cpuPercent: (100 * (readCpu(name, pid) - (before[index] ?? 0))) / seconds,
    ...readMemory(pid),
  }));
}

async function sendLoad({ adminToken, baseUrl, demo }: StackCredentials): Promise<void> {
  if (demo === undefined) throw new Error('the stack has no demo account');
  const authorization = `Bearer ${adminToken}`;
  const grant = { userId: demo.userId, amountUsd: 10_000, reason: 'bench' };
  await send('POST', `${baseUrl}/api/admin/credits/grants`, grant, { authorization });
  const bearers = [demo.standardKey];
  const figures = await measureCalls({ baseUrl, bearers, warmupMs: 0, measureMs: loadMs });
  console.log(`bench: ${figures.requestsPerSecond.toFixed(0)} req/s for ${loadMs / 1_000} s`);
}

function report(measured: RestTargets): void {
  const { loadMegabytes, readySeconds, restCpuPercent, restMegabytes } = measured;
  console.log(
    `bench: ready_s=${readySeconds.toFixed(1)} rest_mb=${restMegabytes.toFixed(0)} ` +
      `rest_cpu_percent=${restCpuPercent.toFixed(2)} load_mb=${loadMegabytes.toFixed(0)}`,
  );
  const misses = findMisses(measured);
  if (misses.length === 0) return;
  console.log(`bench: missed ${misses.join(', ')}`);
  process.exitCode = 1;
}
