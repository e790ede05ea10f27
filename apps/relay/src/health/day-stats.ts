import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { getServer, type Redis } from '@tollgate/redis';
import type { DayMeasures } from '../call/attempt/route-observer';
import { findBucket, readMedian, type AnswerTimes } from './route-stats';

type Counts = Map<string, number>;

const hourMs = 3_600_000;
/** The present hour and the 24 before it. */
const hoursKept = 25;
/** Counters that wait for Redis; more are dropped while it is down. */
const unwrittenMax = 50_000;
const exchangeMs = 30_000;
const hashOf = (hour: number): string => `tollgate:routes:day:${hour}`;

/** Hourly counters of latency, speed, attempts and faults, summed over all relays in Redis. */
export class DayStats {
  readonly #getNowMs: () => number;
  #unwritten = new Map<number, Counts>();
  readonly #hours = new Map<number, Readonly<Record<string, string>>>();
  #sums: Counts = new Map();
  #histograms = new Map<string, Record<string, number>>();

  constructor(getNowMs: () => number) {
    this.#getNowMs = getNowMs;
  }

  noteTimes(key: string, { firstTokenMs, tokensPerSecond }: AnswerTimes): void {
    if (firstTokenMs !== undefined) this.#add(`latency ${findBucket(firstTokenMs)} ${key}`);
    if (tokensPerSecond !== undefined) this.#add(`speed ${findBucket(tokensPerSecond)} ${key}`);
  }

  noteAttempt(routeId: string): void {
    this.#add(`attempts ${routeId}`);
  }

  noteFault(routeId: string): void {
    this.#add(`faults ${routeId}`);
  }

  find(routeId: string, timesKey: string): DayMeasures {
    const attempts = this.#sums.get(`attempts ${routeId}`) ?? 0;
    const faults = this.#sums.get(`faults ${routeId}`) ?? 0;
    return {
      latencyMs: readMedian(this.#histograms.get(`latency ${timesKey}`) ?? {}),
      tokensPerSecond: readMedian(this.#histograms.get(`speed ${timesKey}`) ?? {}),
      uptime: attempts === 0 ? undefined : Math.max(0, 1 - faults / attempts),
    };
  }

  /** Adds the own counters to those of all relays, and reads the sums. */
  async exchange(redis: Redis): Promise<void> {
    await this.#write(redis);
    const hour = this.#readHour();
    for (const old of this.#hours.keys()) if (old <= hour - hoursKept) this.#hours.delete(old);
    for (let back = 0; back < hoursKept; back += 1) {
      // Relays write the end of an hour a little later; older hours do not change.
      if (back > 1 && this.#hours.has(hour - back)) continue;
      this.#hours.set(hour - back, await redis.hgetall(hashOf(hour - back)));
    }
    this.#sum();
  }

  async #write(redis: Redis): Promise<void> {
    const written = this.#unwritten;
    this.#unwritten = new Map();
    try {
      // Each hour has a key and may have a server of its own.
      for (const [hour, counts] of written) {
        const commands = getServer(redis, hashOf(hour)).multi();
        for (const [field, count] of counts) commands.hincrby(hashOf(hour), field, count);
        commands.expire(hashOf(hour), ((hoursKept + 1) * hourMs) / 1_000);
        await commands.exec();
        written.delete(hour);
      }
    } catch (error) {
      for (const [hour, counts] of written)
        for (const [field, count] of counts) this.#add(field, hour, count);
      throw error;
    }
  }

  #sum(): void {
    const sums: Counts = new Map();
    const histograms = new Map<string, Record<string, number>>();
    for (const [field, text] of [...this.#hours.values()].flatMap((hour) => Object.entries(hour))) {
      const count = Number(text);
      const [, kind, bucket, key] = /^(latency|speed) (-?\d+) (.+)$/.exec(field) ?? [];
      if (kind === undefined || bucket === undefined) {
        sums.set(field, (sums.get(field) ?? 0) + count);
        continue;
      }
      const name = `${kind} ${key}`;
      const histogram = histograms.get(name) ?? {};
      histogram[bucket] = (histogram[bucket] ?? 0) + count;
      histograms.set(name, histogram);
    }
    this.#sums = sums;
    this.#histograms = histograms;
  }

  #add(field: string, hour = this.#readHour(), count = 1): void {
    const counts = this.#unwritten.get(hour) ?? new Map<string, number>();
    this.#unwritten.set(hour, counts);
    if (counts.size >= unwrittenMax && !counts.has(field)) return;
    counts.set(field, (counts.get(field) ?? 0) + count);
  }

  #readHour(): number {
    return Math.floor(this.#getNowMs() / hourMs);
  }
}

/** Exchanges the counters twice a minute. */
export function shareDayStats(options: {
  readonly redis: Redis;
  readonly stats: DayStats;
  readonly logger: Logger;
}): Part {
  const { logger, redis, stats } = options;
  return createRepeatingPart({
    name: 'day statistics of routes',
    intervalMs: exchangeMs,
    run: () => stats.exchange(redis),
    logger,
  });
}
