import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from './bench-site';
import { runLoad } from './processes';
import { appendRun, compareRuns, findLastRun, type BenchRun } from './bench-history';
import { startGateway, type Gateway } from './gateway';
import { measureCosts, sumCosts, type ProcessCosts } from './process-costs';
import {
  computeRatios,
  find,
  formatCosts,
  formatRatios,
  formatTable,
  targets,
  type Measurement,
  type Mode,
  type Range,
  type Target,
} from './report';
import { median, readFigures, takeMedian, type Figures } from './statistics';

/** Many short rounds: the speed of a shared machine changes from one second to the next. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const warmupMs = 500;
const measureMs = 2_000;
/**
 * Before the first round every target runs this long in each mode: compiled code is what users
 * meet, and the gateway has more of it to compile than the bare proxies.
 */
const steadyMs: Readonly<Record<Target, number>> = {
  provider: 3_000,
  yardstick: 20_000,
  tollgate: 20_000,
  apart: 20_000,
};
const connectionCounts = [1, 32] as const;
const historyFile = join('.data', 'bench-history.jsonl');
const modes: readonly Mode[] = ['plain', 'stream'];
const message = 'Tell me in a few words why the gate has a toll.';

interface Address {
  readonly url: string;
  readonly bearers: readonly string[];
  readonly model: string;
  /** Processes whose CPU time is counted. */
  readonly pids: Readonly<Record<string, number>>;
}

interface Round extends Figures {
  readonly costs: ProcessCosts;
}

interface Times {
  readonly warmupMs: number;
  readonly measureMs: number;
}

function makeBody(model: string, mode: Mode): string {
  const stream = mode === 'stream' ? { stream: true, stream_options: { include_usage: true } } : {};
  return JSON.stringify({
    model,
    messages: [{ role: 'user', content: message }],
    max_tokens: 256,
    ...stream,
  });
}

async function measureOne(
  { bearers, model, pids, url }: Address,
  mode: Mode,
  connections: number,
  times: Times,
): Promise<Round> {
  const body = makeBody(model, mode);
  const { costs, result } = await measureCosts(pids, () =>
    runLoad({ url, bearers, body, connections, ...times }),
  );
  if (result.failures > 0) {
    throw new Error(
      `${url}: ${result.failures} calls failed, the first with ${result.firstFailure}`,
    );
  }
  return { ...readFigures(result), costs };
}

/** Rounds are interleaved over the targets, so that a slow minute hurts all of them alike. */
async function measureAll(addresses: Readonly<Record<Target, Address>>): Promise<Measurement[]> {
  const all = new Map<string, Round[]>();
  for (const target of targets) {
    const steady = { warmupMs: steadyMs[target], measureMs: 1 };
    for (const mode of modes) await measureOne(addresses[target], mode, 32, steady);
  }
  for (let round = 1; round <= rounds; round++) {
    for (const mode of modes) {
      for (const connections of connectionCounts) {
        for (const target of targets) {
          const times = { warmupMs, measureMs };
          const figures = await measureOne(addresses[target], mode, connections, times);
          const key = JSON.stringify({ target, mode, connections });
          all.set(key, [...(all.get(key) ?? []), figures]);
          console.log(
            `round ${round}/${rounds}  ${target.padEnd(9)} ${mode.padEnd(6)} ` +
              `${connections} connections  ${figures.requestsPerSecond.toFixed(0)} req/s  ` +
              `${sumCosts(figures.costs).toFixed(0)} µs`,
          );
        }
      }
    }
  }
  return [...all].map(([key, figures]) => ({
    ...(JSON.parse(key) as Pick<Measurement, 'target' | 'mode' | 'connections'>),
    ...summarize(figures),
  }));
}

function summarize(
  figures: readonly Round[],
): Omit<Measurement, 'target' | 'mode' | 'connections'> {
  const names = Object.keys(figures[0]?.costs ?? {});
  const costs = names.map(
    (name) => [name, median(figures.map((round) => round.costs[name] ?? 0))] as const,
  );
  const totals = figures.map((round) => sumCosts(round.costs));
  return {
    ...takeMedian(figures),
    costs: Object.fromEntries(costs),
    cpuMicros: median(totals),
    spread: {
      requestsPerSecond: getRange(figures.map((round) => round.requestsPerSecond)),
      cpuMicros: getRange(totals),
    },
  };
}

function getRange(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)];
}

/** Tollgate in both shapes against a bare proxy: `npm run bench`. */
export async function measureGateway(): Promise<void> {
  const site = await startBenchSite();
  const apart = await startGateway('bench-apart', { SHAPE: 'apart' });
  try {
    const { gateway, yardstickPids, yardstickUrl } = site;
    const path = '/v1/chat/completions';
    const bare = { bearers: ['bench'], model: 'chat' };
    const describe = ({ baseUrl, bearers, pids }: Gateway): Address => ({
      bearers,
      pids,
      model: 'simulator/chat',
      url: baseUrl + path,
    });
    const measurements = await measureAll({
      provider: { ...bare, url: gateway.simulatorUrl + path, pids: {} },
      yardstick: { ...bare, url: yardstickUrl + path, pids: yardstickPids },
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
