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

class StreamLoad {
  readonly #plan: StreamPlan;
  readonly #pool: Pool;
  readonly #path: string;
  readonly #measureFromMs: number;
  readonly #endMs: number;
  readonly #firstTokenMs: number[] = [];
  #tokens = 0;
  #streams = 0;
  #failures = 0;
  #firstFailure = '';
  #next = 0;

  constructor(plan: StreamPlan) {
    const { origin, pathname } = new URL(plan.url);
    this.#plan = plan;
    this.#path = pathname;
    this.#pool = new Pool(origin, { connections: plan.streams, pipelining: 1 });
    this.#measureFromMs = performance.now() + plan.warmupMs;
    this.#endMs = this.#measureFromMs + plan.measureMs;
  }

  async run(): Promise<StreamResult> {
    const { measureMs, streams } = this.#plan;
    await Promise.all(Array.from({ length: streams }, (_unused, place) => this.#repeat(place)));
    await this.#pool.destroy();
    return {
      streams: this.#streams,
      tokens: this.#tokens,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      seconds: measureMs / 1_000,
      firstTokenMs: this.#firstTokenMs,
    };
  }

  async #repeat(place: number): Promise<void> {
    const { streams, warmupMs } = this.#plan;
    // Spread over the warm-up: users do not begin all at once.
    await new Promise((resolve) => setTimeout(resolve, (place * warmupMs) / streams));
    while (performance.now() < this.#endMs) {
      await this.#call().catch((error: unknown) => {
        this.#failures += 1;
        this.#firstFailure ||= String(error);
      });
    }
  }

  async #call(): Promise<void> {
    const { bearers, body: request } = this.#plan;
    const sentMs = performance.now();
    const bearer = bearers[this.#next++ % bearers.length] ?? '';
    const { statusCode, body } = await this.#pool.request({
      path: this.#path,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: request,
    });
    const { isBegun, text } = await this.#follow(body as AsyncIterable<Buffer>, sentMs);
    if (statusCode !== 200 || !isBegun) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    if (sentMs >= this.#measureFromMs && performance.now() <= this.#endMs) this.#streams += 1;
  }

  async #follow(
    body: AsyncIterable<Buffer>,
    sentMs: number,
  ): Promise<{ isBegun: boolean; text: string }> {
    let text = '';
    let isBegun = false;
    for await (const chunk of body) {
      const nowMs = performance.now();
      const piece = chunk.toString('latin1');
      const isCounted = nowMs >= this.#measureFromMs && nowMs <= this.#endMs;
      if (isCounted) this.#tokens += piece.split(this.#plan.tokenMark).length - 1;
      if (isBegun) continue;
      text += piece;
      isBegun = text.includes(this.#plan.firstText);
      const isMeasured = isBegun && isCounted && sentMs >= this.#measureFromMs;
      if (isMeasured) this.#firstTokenMs.push(nowMs - sentMs);
    }
    return { isBegun, text };
  }
}

const plan = JSON.parse(process.argv[2] ?? '{}') as StreamPlan;
new StreamLoad(plan).run().then(
  (result) => process.stdout.write(JSON.stringify(result)),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
