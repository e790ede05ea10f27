import { startTraceCollector, type TraceCollector } from '@tollgate/testing';
import { startGateway, type Gateway } from './gateway';
import { measureCalls } from './measure-calls';
import { measureCosts } from './process-costs';
import { median } from './statistics';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 12);
const steadyMs = 15_000;
const sliceMs = 2_000;

interface Variant {
  readonly name: string;
  readonly gateway: Gateway;
  /** CPU microseconds per call of every process, one entry per round. */
  readonly costs: Map<string, number[]>;
  readonly answered: number[];
  /** The median latency at one connection, one entry per round. */
  readonly aloneMs: number[];
}

/**
 * CPU microseconds per plain call and process, calls per second at 32 connections, and the median
 * latency at one connection: `npm run bench -- cost`. Every further argument
 * names optimizations of libs/speed, separated by commas: a second gateway runs without them, and
 * the load alternates between both, so that a slow minute of the machine hurts both alike. An
 * argument such as `trace=0.1` means a gateway that traces this share of its requests.
 */
export async function measureCost(toggles: readonly string[]): Promise<void> {
  const variants: Variant[] = [];
  const collector = await startTraceCollector({ keeps: false });
  try {
    variants.push(await startVariant('with everything', {}));
    for (const toggle of toggles) {
      variants.push(await startVariant(...readToggle(toggle, collector)));
    }
    for (const variant of variants) await sendLoad(variant, steadyMs);
    for (let round = 1; round <= rounds; round++) {
      for (const variant of rotate(variants, round)) await measureRound(variant);
      console.log(`round ${round}/${rounds}`);
    }
    for (const variant of variants) report(variant);
  } finally {
    for (const { gateway } of variants) await gateway.stop();
    await collector.stop();
  }
}

/** Each variant comes first in turn: what one leaves behind slows down the next. */
function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** The collector runs in the process of the benchmark: its CPU time is not counted. */
function readToggle(
  toggle: string,
  collector: TraceCollector,
): [name: string, environment: Readonly<Record<string, string>>] {
  const ratio = /^trace=([\d.]+)$/.exec(toggle)?.[1];
  if (ratio === undefined) return [`without ${toggle}`, { TOLLGATE_SPEED_OFF: toggle }];
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  };
  return [`with traces of ${ratio}`, environment];
}

async function startVariant(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<Variant> {
  const gateway = await startGateway(`bench-${name.replaceAll(/\W+/g, '-')}`, environment);
  return { name, gateway, costs: new Map(), answered: [], aloneMs: [] };
}

/** How many calls were answered; 0 when one failed, because its slice cannot be compared. */
async function sendLoad({ gateway }: Variant, measureMs: number): Promise<number> {
  try {
    const { requestsPerSecond } = await measureCalls({ ...gateway, warmupMs: 0, measureMs });
    return (requestsPerSecond * measureMs) / 1_000;
  } catch (error) {
    console.log(`slice left out: ${error instanceof Error ? error.message : String(error)}`);
    return 0;
  }
}

async function measureRound(variant: Variant): Promise<void> {
  const { costs, result } = await measureCosts(variant.gateway.pids, async () => ({
    answered: await sendLoad(variant, sliceMs),
  }));
  const { p50Ms } = await measureCalls({
    ...variant.gateway,
    ...{ connections: 1, warmupMs: 200, measureMs: sliceMs },
  });
  variant.aloneMs.push(p50Ms);
  if (result.answered === 0) return;
  variant.answered.push(result.answered);
  for (const [name, micros] of Object.entries(costs)) {
    variant.costs.set(name, [...(variant.costs.get(name) ?? []), micros]);
  }
}

function report({ aloneMs, answered, costs, name }: Variant): void {
  const medians = [...costs].map(([process, all]) => ({ process, micros: median(all) }));
  const total = medians.reduce((sum, { micros }) => sum + micros, 0);
  const parts = medians
    .sort((left, right) => right.micros - left.micros)
    .map(({ micros, process }) => `${process} ${micros.toFixed(0)}`);
  const perSecond = (median(answered) * 1_000) / sliceMs;
  console.log(
    `${name}: ${total.toFixed(0)} µs of CPU per call (${parts.join(', ')}), ` +
      `${perSecond.toFixed(0)} calls/s, p50 at one connection ${median(aloneMs).toFixed(2)} ms`,
  );
}
