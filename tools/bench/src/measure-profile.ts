import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFunctionTimes, type CpuProfile, type FunctionTime } from './cpu-profile';
import { startGateway } from './gateway';
import { openInspector } from './inspector';
import { measureCalls } from './measure-calls';

const steadyMs = 15_000;
const profiledMs = 10_000;
const sampleMicros = 200;
const rowsMax = 60;

/**
 * Where a process spends its CPU time while it serves plain calls at 32 connections:
 * `npm run bench -- profile [service]`. Writes a file that the tools of Chrome open.
 */
export async function measureProfile([service = 'relay']: readonly string[]): Promise<void> {
  const gateway = await startGateway('bench-profile');
  try {
    const { logOf, pids } = gateway;
    const pid = pids[service];
    if (!pid) throw new Error(`there is ${Object.keys(pids).join(', ')}`);
    await measureCalls({ ...gateway, warmupMs: 0, measureMs: steadyMs });
    const inspector = await openInspector(pid, logOf(service));
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: sampleMicros });
    await inspector.send('Profiler.start');
    const figures = await measureCalls({ ...gateway, warmupMs: 0, measureMs: profiledMs });
    const { profile } = await inspector.send('Profiler.stop');
    inspector.close();
    const file = join('.data', `bench-${service}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    const calls = (figures.requestsPerSecond * profiledMs) / 1_000;
    report(readFunctionTimes(profile as CpuProfile), calls);
    console.log(`${calls.toFixed(0)} calls; the whole profile is in ${file}`);
  } finally {
    await gateway.stop();
  }
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
