/** Measurements of one answer. */
export interface AnswerTimes {
  /** Undefined: it was not streamed. */
  readonly firstTokenMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
}

export interface RouteTimes {
  readonly latencyMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
}

/** The measurements of one relay, as it shares them. */
export type SharedTimes = Readonly<
  Record<string, { readonly latency: Histogram; readonly speed: Histogram }>
>;

interface Slot {
  readonly minute: number;
  readonly latency: Record<string, number>;
  readonly speed: Record<string, number>;
}

const minuteMs = 60_000;
const minutesKept = 5;
/** More than any catalog has routes in use. */
const keysMax = 20_000;

/** The speed of routes in the last five minutes, measured by all relays. */
export class RouteStats {
  readonly #getNowMs: () => number;
  readonly #slots = new Map<string, Slot[]>();
  #view: ReadonlyMap<string, RouteTimes> = new Map();

  constructor(getNowMs: () => number) {
    this.#getNowMs = getNowMs;
  }

  note(key: string, { firstTokenMs, tokensPerSecond }: AnswerTimes): void {
    const slot = this.#openSlot(key);
    if (firstTokenMs !== undefined) addValue(slot.latency, firstTokenMs);
    if (tokensPerSecond !== undefined) addValue(slot.speed, tokensPerSecond);
  }

  find(key: string): RouteTimes | undefined {
    return this.#view.get(key);
  }

  /** Of all routes, by `route pattern`. */
  list(): Iterable<readonly [key: string, times: RouteTimes]> {
    return this.#view;
  }

  /** Own measurements, without outdated ones. */
  collect(): SharedTimes {
    const oldest = this.#readMinute() - minutesKept;
    const own: Record<string, { latency: Histogram; speed: Histogram }> = {};
    for (const [key, slots] of this.#slots) {
      const kept = slots.filter(({ minute }) => minute > oldest);
      if (kept.length === 0) {
        this.#slots.delete(key);
        continue;
      }
      if (kept.length < slots.length) this.#slots.set(key, kept);
      const latency = {};
      const speed = {};
      for (const slot of kept) {
        addHistogram(latency, slot.latency);
        addHistogram(speed, slot.speed);
      }
      own[key] = { latency, speed };
    }
    return own;
  }

  /** Merges the measurements of all relays ahead of time, so that calls only look them up. */
  combine(all: readonly SharedTimes[]): void {
    const sums = new Map<
      string,
      { latency: Record<string, number>; speed: Record<string, number> }
    >();
    for (const [key, { latency, speed }] of all.flatMap((shared) => Object.entries(shared))) {
      const sum = sums.get(key) ?? { latency: {}, speed: {} };
      sums.set(key, sum);
      addHistogram(sum.latency, latency);
      addHistogram(sum.speed, speed);
    }
    this.#view = new Map(
      [...sums].map(([key, { latency, speed }]) => [
        key,
        { latencyMs: readMedian(latency), tokensPerSecond: readMedian(speed) },
      ]),
    );
  }

  #openSlot(key: string): Slot {
    const minute = this.#readMinute();
    const slots = this.#slots.get(key) ?? [];
    const last = slots.at(-1);
    if (last?.minute === minute) return last;
    const slot: Slot = { minute, latency: {}, speed: {} };
    slots.push(slot);
    if (slots.length > minutesKept) slots.shift();
    if (this.#slots.size < keysMax) this.#slots.set(key, slots);
    return slot;
  }

  #readMinute(): number {
    return Math.floor(this.#getNowMs() / minuteMs);
  }
}

/** Counts by magnitude in steps of a tenth: medians are exact to 5 %. */
type Histogram = Readonly<Record<string, number>>;

const step = Math.log(1.1);

export function findBucket(value: number): number {
  return Math.round(Math.log(Math.max(value, 0.001)) / step);
}

function addValue(histogram: Record<string, number>, value: number): void {
  const bucket = findBucket(value);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

function addHistogram(sum: Record<string, number>, added: Histogram): void {
  for (const [bucket, count] of Object.entries(added)) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** Undefined when it is empty. */
export function readMedian(histogram: Histogram): number | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([left], [right]) => left - right);
  const half = buckets.reduce((sum, [, count]) => sum + count, 0) / 2;
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= half) return Math.exp(bucket * step);
  }
  return undefined;
}
