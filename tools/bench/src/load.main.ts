import { Pool } from 'undici';

/** One measurement, as the parent describes it on the command line. */
export interface LoadPlan {
  readonly url: string;
  /** Keys that the calls use in turn; none where `headers` has the credential. */
  readonly bearers: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly warmupMs: number;
  readonly measureMs: number;
  /** Over all connections; as many as are answered if absent. */
  readonly callsPerSecond?: number;
}

export interface LoadResult {
  /** In the measured time. */
  readonly requests: number;
  /** From the first to the last call, with the warm-up. */
  readonly answered: number;
  readonly failures: number;
  readonly firstFailure: string;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

const samplesMax = 20_000;

/** Every connection sends its next request when the last one is answered to the end. */
async function measure(plan: LoadPlan): Promise<LoadResult> {
  const { origin, pathname, search } = new URL(plan.url);
  const pool = new Pool(origin, { connections: plan.connections, pipelining: 1 });
  const latenciesMs: number[] = [];
  let failures = 0;
  let firstFailure = '';
  let requests = 0;
  let answered = 0;
  let next = 0;
  const startedMs = performance.now();
  const measureFromMs = startedMs + plan.warmupMs;
  const endMs = measureFromMs + plan.measureMs;

  async function call(): Promise<void> {
    const sentMs = performance.now();
    const bearer = plan.bearers[next++ % plan.bearers.length];
    const { statusCode, body } = await pool.request({
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...plan.headers,
      },
      body: plan.body,
    });
    const text = await body.text();
    const doneMs = performance.now();
    if (statusCode !== 200 || text.includes('"error":{')) {
      failures += 1;
      firstFailure ||= `${statusCode} ${text.slice(0, 300)}`;
      return;
    }
    answered += 1;
    if (sentMs < measureFromMs || doneMs > endMs) return;
    requests += 1;
    if (latenciesMs.length < samplesMax) latenciesMs.push(doneMs - sentMs);
  }

  const waitForTurn = makeTurns(startedMs, plan.callsPerSecond);
  async function run(): Promise<void> {
    while (performance.now() < endMs) {
      await waitForTurn();
      await call().catch((error: unknown) => {
        failures += 1;
        firstFailure ||= String(error);
      });
    }
  }

  await Promise.all(Array.from({ length: plan.connections }, run));
  await pool.close();
  const seconds = plan.measureMs / 1_000;
  return { requests, answered, failures, firstFailure, seconds, latenciesMs };
}

/** Waits until the next call may be sent; a connection that is late goes on at once. */
function makeTurns(startedMs: number, callsPerSecond: number | undefined): () => Promise<void> {
  const gapMs = callsPerSecond === undefined ? 0 : 1_000 / callsPerSecond;
  let turns = 0;
  return async () => {
    const leftMs = startedMs + turns++ * gapMs - performance.now();
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  };
}

measure(JSON.parse(process.argv[2] ?? '{}') as LoadPlan).then(
  (result) => process.stdout.write(JSON.stringify(result)),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
