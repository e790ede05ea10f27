import { waitUntil } from '@tollgate/embedded';
import { startGateway, type Gateway } from './gateway';
import { measureCalls } from './measure-calls';
import { measureStreamMemory } from './measure-stream-memory';
import { measureCosts, sumCosts } from './process-costs';
import { readEngines, type EngineReading } from './read-engines';

const steadyMs = 10_000;
const loadMs = Number(process.env['BENCH_SECONDS'] ?? 20) * 1_000;
const openStreams = 200;
const postedTimeoutMs = 120_000;

/** What a plain call and an open stream need of every part: `npm run bench -- footprint`. */
export async function measureFootprint(): Promise<void> {
  const gateway = await startGateway('bench-footprint');
  try {
    await measureCalls({ ...gateway, warmupMs: 0, measureMs: steadyMs });
    const before = await readAtRest(gateway);
    const { costs } = await measureCosts(gateway.pids, async () => {
      await measureCalls({ ...gateway, warmupMs: 0, measureMs: loadMs });
      return { answered: (await readAtRest(gateway)).posted - before.posted };
    });
    const after = await readAtRest(gateway);
    const calls = after.posted - before.posted;
    console.log(`${calls} plain calls, per call:`);
    for (const [name, micros] of Object.entries(costs)) print(`CPU of ${name}`, micros, 'µs');
    print('CPU in all', sumCosts(costs), 'µs');
    for (const { name, read, unit } of perCall)
      print(name, (read(after) - read(before)) / calls, unit);
    const streamBytes = await measureStreamMemory(gateway, openStreams);
    console.log(`${openStreams} open streams, each:`);
    print('memory of edge and relay', streamBytes / 1_024, 'KiB');
  } finally {
    await gateway.stop();
  }
}

interface PerCall {
  readonly name: string;
  readonly unit: string;
  readonly read: (reading: EngineReading) => number;
}

const perCall: readonly PerCall[] = [
  { name: 'spool', unit: 'bytes', read: ({ spoolBytes }) => spoolBytes },
  { name: 'write-ahead log of PostgreSQL', unit: 'bytes', read: ({ walBytes }) => walBytes },
  { name: 'growth of the database', unit: 'bytes', read: ({ databaseBytes }) => databaseBytes },
  { name: 'commands of Redis', unit: '', read: ({ redisCommands }) => redisCommands },
  { name: 'network of Redis', unit: 'bytes', read: ({ redisNetworkBytes }) => redisNetworkBytes },
];

/** Every call so far is posted: two readings in a row are equal. */
async function readAtRest(gateway: Gateway): Promise<EngineReading> {
  let last = await readEngines(gateway);
  await waitUntil(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const next = await readEngines(gateway);
      const isSame = next.posted === last.posted;
      last = next;
      return isSame;
    },
    { timeoutMs: postedTimeoutMs, what: 'the last posting' },
  );
  return last;
}

function print(name: string, value: number, unit: string): void {
  console.log(`  ${name.padEnd(45)} ${value.toFixed(1).padStart(9)} ${unit}`);
}
