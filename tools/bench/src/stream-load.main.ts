import { Pool } from 'undici';

/** So many streams at a time, each followed by the next, as the parent describes it. */
export interface StreamPlan {
  readonly url: string;
  readonly bearers: readonly string[];
  readonly body: string;
  readonly streams: number;
  /** The first words of the answer: what comes before them is not content. */
  readonly firstText: string;
  /** What stands once in the frame of every token. */
  readonly tokenMark: string;
  readonly warmupMs: number;
  readonly measureMs: number;
}

export interface StreamResult {
  readonly streams: number;
  readonly tokens: number;
  readonly failures: number;
  readonly firstFailure: string;
  readonly seconds: number;
  readonly firstTokenMs: readonly number[];
}

async function measure(plan: StreamPlan): Promise<StreamResult> {
  const { origin, pathname } = new URL(plan.url);
  const pool = new Pool(origin, { connections: plan.streams, pipelining: 1 });
  const firstTokenMs: number[] = [];
  let tokens = 0;
  let streams = 0;
  let failures = 0;
  let firstFailure = '';
  let next = 0;
  const startedMs = performance.now();
  const measureFromMs = startedMs + plan.warmupMs;
  const endMs = measureFromMs + plan.measureMs;

  async function call(): Promise<void> {
    const sentMs = performance.now();
    const bearer = plan.bearers[next++ % plan.bearers.length] ?? '';
    const { statusCode, body } = await pool.request({
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: plan.body,
    });
    const { isBegun, text } = await follow(body as AsyncIterable<Buffer>, sentMs);
    if (statusCode !== 200 || !isBegun) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    if (sentMs >= measureFromMs && performance.now() <= endMs) streams += 1;
  }

  async function follow(
    body: AsyncIterable<Buffer>,
    sentMs: number,
  ): Promise<{ isBegun: boolean; text: string }> {
    let text = '';
    let isBegun = false;
    for await (const chunk of body) {
      const nowMs = performance.now();
      const piece = chunk.toString('latin1');
      const isCounted = nowMs >= measureFromMs && nowMs <= endMs;
      if (isCounted) tokens += piece.split(plan.tokenMark).length - 1;
      if (isBegun) continue;
      text += piece;
      isBegun = text.includes(plan.firstText);
      if (isBegun && sentMs >= measureFromMs && isCounted) firstTokenMs.push(nowMs - sentMs);
    }
    return { isBegun, text };
  }

  async function run(place: number): Promise<void> {
    // Spread over a moment: users do not begin all at once.
    await new Promise((resolve) => setTimeout(resolve, (place * plan.warmupMs) / plan.streams / 2));
    while (performance.now() < endMs) {
      await call().catch((error: unknown) => {
        failures += 1;
        firstFailure ||= String(error);
      });
    }
  }

  await Promise.all(Array.from({ length: plan.streams }, (_unused, place) => run(place)));
  await pool.destroy();
  const seconds = plan.measureMs / 1_000;
  return { streams, tokens, failures, firstFailure, seconds, firstTokenMs };
}

measure(JSON.parse(process.argv[2] ?? '{}') as StreamPlan).then(
  (result) => process.stdout.write(JSON.stringify(result)),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
