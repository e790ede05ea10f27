import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from './bench-site';
import { appendRun, compareRuns, findLastRun, type BenchRun } from './bench-history';
import { startGateway, type Gateway } from './gateway';
import { measureRounds, modes, type Address } from './measure-rounds';
import {
  computeRatios,
  find,
  formatCosts,
  formatRatios,
  formatTable,
  type Measurement,
} from './report';

const steadyMs = { provider: 3_000, gateway: 20_000 };
const historyFile = join('.data', 'bench-history.jsonl');

/** Tollgate in both shapes against a bare proxy: `npm run bench`. */
export async function measureGateway(): Promise<void> {
  const site = await startBenchSite();
  const apart = await startGateway('bench-apart', { SHAPE: 'apart' });
  try {
    const { gateway, yardstick } = site;
    const path = '/v1/chat/completions';
    const bare = { bearers: ['bench'], model: 'chat', steadyMs: steadyMs.gateway };
    const describe = ({ baseUrl, bearers, pids }: Gateway): Address => ({
      bearers,
      pids,
      model: 'simulator/chat',
      url: baseUrl + path,
      steadyMs: steadyMs.gateway,
    });
    const provider = { ...bare, steadyMs: steadyMs.provider };
    const measurements = await measureRounds({
      provider: { ...provider, url: gateway.simulatorUrl + path, pids: {} },
      // The bare proxy.
      yardstick: { ...bare, url: yardstick.url + path, pids: yardstick.pids },
      tollgate: describe(gateway),
      apart: describe(apart),
    });
    report(measurements);
  } finally {
    await apart.stop();
    await site.stop();
  }
}

function report(measurements: readonly Measurement[]): void {
  const ratios = {
    'apart, plain': computeRatios(measurements, 'apart', 'plain'),
    'apart, streaming': computeRatios(measurements, 'apart', 'stream'),
    streaming: computeRatios(measurements, 'tollgate', 'stream'),
    bench: computeRatios(measurements, 'tollgate', 'plain'),
  };
  const at = new Date().toISOString();
  const run: BenchRun = { at, node: process.version, ratios, measurements };
  const before = findLastRun(historyFile);
  appendRun(historyFile, run);
  writeFileSync(join('.data', 'bench.json'), `${JSON.stringify(run, null, 2)}\n`);
  console.log(`\n${formatTable(measurements)}\n\nCPU microseconds per call at 32 connections:`);
  for (const target of ['yardstick', 'tollgate', 'apart'] as const) {
    for (const mode of modes) {
      console.log(formatCosts(find(measurements, { target, mode, connections: 32 })));
    }
  }
  if (before !== undefined) {
    const changes = compareRuns(before, run);
    console.log(`\nagainst the run of ${before.at}: ${changes.join('; ') || 'no large change'}`);
  }
  for (const [name, each] of Object.entries(ratios)) console.log(`${name}: ${formatRatios(each)}`);
}
