import { runLoad } from './processes';
import { measureCosts, sumCosts, type ProcessCosts } from './process-costs';
import type { Measurement, Mode, Range } from './report';
import { median, readFigures, takeMedian, type Figures } from './statistics';

/** Something that answers chat calls. */
export interface Address {
  readonly url: string;
  /** Keys that the calls use in turn; none where `headers` has the credential. */
  readonly bearers: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly model: string;
  /** Processes whose CPU time is counted. */
  readonly pids: Readonly<Record<string, number>>;
  /**
   * Before the first round it runs this long in each mode: compiled code is what users meet, and
   * a gateway has more of it to compile than a bare proxy.
   */
  readonly steadyMs: number;
}

interface Round extends Figures {
  readonly costs: ProcessCosts;
}

interface Times {
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** Many short rounds: the speed of a shared machine changes from one second to the next. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const times: Times = { warmupMs: 500, measureMs: 2_000 };
const connectionCounts = [1, 32] as const;
export const modes: readonly Mode[] = ['plain', 'stream'];
const message = 'Tell me in a few words why the gate has a toll.';
const nameLengthMax = 12;

/** Rounds are interleaved over the targets, so that a slow minute hurts all of them alike. */
export async function measureRounds(
  addresses: Readonly<Record<string, Address>>,
): Promise<Measurement[]> {
  const all = new Map<string, Round[]>();
  for (const address of Object.values(addresses)) {
    const steady = { warmupMs: address.steadyMs, measureMs: 1 };
    for (const mode of modes) await measureOne(address, mode, 32, steady);
  }
  for (let round = 1; round <= rounds; round++) {
    for (const mode of modes) {
      for (const connections of connectionCounts) {
        for (const [target, address] of Object.entries(addresses)) {
          const figures = await measureOne(address, mode, connections, times);
          const key = JSON.stringify({ target, mode, connections });
          all.set(key, [...(all.get(key) ?? []), figures]);
          console.log(
            `round ${round}/${rounds}  ${target.padEnd(nameLengthMax)} ${mode.padEnd(6)} ` +
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

async function measureOne(
  { bearers, headers = {}, model, pids, url }: Address,
  mode: Mode,
  connections: number,
  duration: Times,
): Promise<Round> {
  const body = makeBody(model, mode);
  const { costs, result } = await measureCosts(pids, () =>
    runLoad({ url, bearers, headers, body, connections, ...duration }),
  );
  if (result.failures > 0) {
    throw new Error(
      `${url}: ${result.failures} calls failed, the first with ${result.firstFailure}`,
    );
  }
  return { ...readFigures(result), costs };
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
