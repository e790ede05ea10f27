import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type Gateway } from './gateway';
import { measureCalls } from './measure-calls';
import { nameProcesses } from './process-costs';
import { readMemory } from './process-memory';
import { countHandles, readEngines } from './read-engines';
import { findGrowth, type SoakReading } from './soak-report';

const minutesDefault = 30;
const minutesMax = 24 * 60;
const callsMax = 100_000;
const loadShare = 0.7;
const probeMs = 15_000;
const sliceMs = 60_000;
/** Of the calls of a slice: what is not posted a moment after it is a lag. */
const settleMs = 3_000;
const megabyte = 2 ** 20;

/**
 * Load for a long time: `npm run bench -- soak [minutes] [calls per second]`. Without a number of
 * calls it is 70 % of what the machine answers; a smaller one suits a machine with other work.
 * Memory, handles and lag must not grow. Exits with 1 if one does, or if a call fails.
 */
export async function measureSoak([minutesGiven, callsGiven]: readonly string[]): Promise<void> {
  const minutes = readWhole('minutes', minutesGiven, minutesMax) ?? minutesDefault;
  const callsWanted = readWhole('calls per second', callsGiven, callsMax);
  const gateway = await startGateway('bench-soak');
  try {
    await measureCalls({ ...gateway, warmupMs: 0, measureMs: probeMs });
    const most = await measureCalls({ ...gateway, warmupMs: 0, measureMs: probeMs });
    const callsPerSecond = callsWanted ?? most.requestsPerSecond * loadShare;
    console.log(
      `bench: ${most.requestsPerSecond.toFixed(0)} calls/s at most; ` +
        `${callsPerSecond.toFixed(0)} calls/s for ${minutes} minutes …`,
    );
    const readings: SoakReading[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      const reading = await soakSlice(gateway, callsPerSecond);
      readings.push(reading);
      console.log(`${String(minute).padStart(3)} min: ${formatReading(reading)}`);
    }
    const growth = findGrowth(readings);
    for (const fault of growth) console.log(`bench: ${fault}`);
    console.log(`bench: soak ${growth.length === 0 ? 'flat' : 'grows'}`);
    if (growth.length > 0) process.exitCode = 1;
  } finally {
    await gateway.stop();
  }
}

function readWhole(what: string, given: string | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`the ${what} are "${given}"; a whole number from 1 to ${most} is allowed`);
  return value;
}

async function soakSlice(gateway: Gateway, callsPerSecond: number): Promise<SoakReading> {
  const { posted: before } = await readEngines(gateway);
  const { answered, p99Ms, requestsPerSecond } = await measureCalls({
    ...gateway,
    ...{ warmupMs: 0, measureMs: sliceMs, callsPerSecond },
  });
  await sleep(settleMs);
  const engines = await readEngines(gateway);
  const processes = nameProcesses(gateway.pids).map(({ name, pid }) => ({
    name,
    megabytes: readMemory(pid).proportionalBytes / megabyte,
    // The server processes of PostgreSQL are its children.
    handles: countHandles(pid),
  }));
  return {
    requestsPerSecond,
    p99Ms,
    notPosted: answered - (engines.posted - before),
    redisMegabytes: engines.redisMemoryBytes / megabyte,
    processes,
  };
}

function formatReading(reading: SoakReading): string {
  const processes = reading.processes.map(
    ({ handles, megabytes, name }) => `${name} ${megabytes.toFixed(0)} MB ${handles} handles`,
  );
  return [
    `${reading.requestsPerSecond.toFixed(0)} calls/s`,
    `p99 ${reading.p99Ms.toFixed(0)} ms`,
    `${reading.notPosted} not posted`,
    ...processes,
    `Redis data ${reading.redisMegabytes.toFixed(1)} MB`,
  ].join(', ');
}
