import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFunctionTimes, type CpuProfile, type FunctionTime } from './cpu-profile';
import { dialectCases } from './dialect-cases';
import { startGateway, type Gateway } from './gateway';
import { openInspector } from './inspector';
import { measureCalls } from './measure-calls';
import { runStreamLoad } from './processes';

const steadyMs = 15_000;
const profiledMs = 10_000;
const sampleMicros = 200;
const rowsMax = 60;

/** 32 streams at a time, each with a thousand tokens in a few packets. */
const burst = { streams: 32, script: '[[sim:tokens=1000]]' };

const loads = { plain: sendCalls, stream: sendStreams, burst: sendBursts };

/**
 * Where a process spends its CPU time while it serves plain calls or streams at 32 connections, or
 * bursts of streams: `npm run bench -- profile [service] [plain|stream|burst]`. Writes a file that
 * the tools of Chrome open.
 */
export async function measureProfile([
  service = 'relay',
  load = 'plain',
]: readonly string[]): Promise<void> {
  const send = Object.entries(loads).find(([name]) => name === load)?.[1];
  if (!send) throw new Error(`the load is "${load}"; allowed are ${Object.keys(loads).join(', ')}`);
  const gateway = await startGateway('bench-profile');
  try {
    const { logOf, pids } = gateway;
    const pid = pids[service];
    if (!pid) throw new Error(`there is ${Object.keys(pids).join(', ')}`);
    await send(gateway, steadyMs);
    const inspector = await openInspector(pid, logOf(service));
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: sampleMicros });
    await inspector.send('Profiler.start');
    const calls = await send(gateway, profiledMs);
    const { profile } = await inspector.send('Profiler.stop');
    inspector.close();
    const file = join('.data', `bench-${service}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    report(readFunctionTimes(profile as CpuProfile), calls);
    console.log(`${calls.toFixed(0)} calls; the whole profile is in ${file}`);
  } finally {
    await gateway.stop();
  }
}

/** Returns how many were answered. */
async function sendCalls(gateway: Gateway, measureMs: number): Promise<number> {
  return (await measureCalls({ ...gateway, warmupMs: 0, measureMs })).answered;
}

async function sendStreams(gateway: Gateway, measureMs: number): Promise<number> {
  return (await measureCalls({ ...gateway, warmupMs: 0, measureMs, isStreaming: true })).answered;
}

async function sendBursts({ baseUrl, bearers }: Gateway, measureMs: number): Promise<number> {
  const [{ gatewayMark: tokenMark, gatewayModel, gatewayPath, makeBody }] = dialectCases;
  const body = makeBody(gatewayModel, `Tell me of the gate. ${burst.script}`, true);
  const { streams } = await runStreamLoad({
    url: baseUrl + gatewayPath,
    bearers,
    body,
    streams: burst.streams,
    tokenMark,
    firstText: 'The',
    warmupMs: 0,
    measureMs,
  });
  return streams;
}

/** Microseconds per call, with the profiler on: shares are true, sums are too high. */
function report(times: readonly FunctionTime[], calls: number): void {
  const perCall = (micros: number): string => (micros / calls).toFixed(1).padStart(7);
  const all = times.reduce((sum, { selfMicros }) => sum + selfMicros, 0);
  console.log(`${perCall(all)} µs per call in all\n   self   total  function`);
  for (const { file, line, name, selfMicros, totalMicros } of times.slice(0, rowsMax)) {
    const where = file === '' ? '' : ` ${basename(file)}:${line}`;
    console.log(`${perCall(selfMicros)} ${perCall(totalMicros)}  ${name}${where}`);
  }
}
