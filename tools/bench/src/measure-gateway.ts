import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from './bench-site';
import type { LoadResult } from './load.main';
import { runLoad } from './processes';
import {
  computeRatios,
  formatTable,
  targets,
  type Measurement,
  type Mode,
  type Target,
} from './report';
import { readFigures, takeMedian, type Figures } from './statistics';

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
};
const connectionCounts = [1, 32] as const;
const modes: readonly Mode[] = ['plain', 'stream'];
const message = 'Tell me in a few words why the gate has a toll.';

interface Address {
  readonly url: string;
  readonly bearers: readonly string[];
  readonly model: string;
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
  { bearers, model, url }: Address,
  mode: Mode,
  connections: number,
  times: Times,
): Promise<LoadResult> {
  const result = await runLoad({
    url,
    bearers,
    body: makeBody(model, mode),
    connections,
    ...times,
  });
  if (result.failures > 0) {
    throw new Error(
      `${url}: ${result.failures} calls failed, the first with ${result.firstFailure}`,
    );
  }
  return result;
}

/** Rounds are interleaved over the targets, so that a slow minute hurts all of them alike. */
async function measureAll(addresses: Readonly<Record<Target, Address>>): Promise<Measurement[]> {
  const figures = new Map<string, Figures[]>();
  const measure = (
    target: Target,
    mode: Mode,
    connections: number,
    times: Times,
  ): Promise<LoadResult> => measureOne(addresses[target], mode, connections, times);
  for (const target of targets) {
    const steady = { warmupMs: steadyMs[target], measureMs: 1 };
    for (const mode of modes) await measure(target, mode, 32, steady);
  }
  for (let round = 1; round <= rounds; round++) {
    for (const mode of modes) {
      for (const connections of connectionCounts) {
        for (const target of targets) {
          const result = await measure(target, mode, connections, { warmupMs, measureMs });
          const key = JSON.stringify({ target, mode, connections });
          figures.set(key, [...(figures.get(key) ?? []), readFigures(result)]);
          const rate = (result.requests / result.seconds).toFixed(0);
          console.log(
            `round ${round}/${rounds}  ${target.padEnd(9)} ${mode.padEnd(6)} ${connections} connections  ${rate} req/s`,
          );
        }
      }
    }
  }
  return [...figures].map(([key, all]) => ({
    ...(JSON.parse(key) as Omit<Measurement, keyof Figures>),
    ...takeMedian(all),
  }));
}

/** The gateway against a bare proxy: `npm run bench`. */
export async function measureGateway(): Promise<void> {
  const site = await startBenchSite();
  const { gateway, yardstickUrl } = site;
  try {
    const path = '/v1/chat/completions';
    const bare = { bearers: ['bench'], model: 'chat' };
    const measurements = await measureAll({
      provider: { ...bare, url: gateway.simulatorUrl + path },
      yardstick: { ...bare, url: yardstickUrl + path },
      tollgate: { bearers: gateway.bearers, model: 'simulator/chat', url: gateway.baseUrl + path },
    });
    const ratios = computeRatios(measurements);
    const streamRatios = computeRatios(measurements, 'stream');
    writeFileSync(
      join('.data', 'bench.json'),
      `${JSON.stringify({ measurements, ratios, streamRatios, node: process.version }, null, 2)}\n`,
    );
    console.log(`\n${formatTable(measurements)}\n`);
    console.log(
      `streaming: rps_ratio=${streamRatios.rpsRatio.toFixed(2)} p50_ratio=${streamRatios.p50Ratio.toFixed(2)}`,
    );
    console.log(
      `bench: rps_ratio=${ratios.rpsRatio.toFixed(2)} p50_ratio=${ratios.p50Ratio.toFixed(2)}`,
    );
  } finally {
    await site.stop();
  }
}
