import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { defineScript, type Redis, type RedisScript } from '@tollgate/redis';
import type { FreeQuota, QuotaCap, QuotaClaim, QuotaGrant, QuotaResult } from '../free-quota';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Longer than their windows, because the clocks of relays differ a little. */
const minuteTtlSeconds = 120;
const dayTtlSeconds = 25 * 60 * 60;

/**
 * KEYS minute, day   ARGV units, requests per minute, units per day, ttl of minute, ttl of day
 * -> cap (0 none, 1 rpm, 2 daily), requests and units used
 */
const takeLua = `
local units = tonumber(ARGV[1])
local requests = tonumber(redis.call('GET', KEYS[1]) or '0')
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
if requests + 1 > tonumber(ARGV[2]) then return {1, requests, used} end
if used + units > tonumber(ARGV[3]) then return {2, requests, used} end
redis.call('SET', KEYS[1], requests + 1, 'EX', ARGV[4])
redis.call('SET', KEYS[2], used + units, 'EX', ARGV[5])
return {0, requests + 1, used + units}
`;

/** KEYS day   ARGV units */
const releaseLua = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used < tonumber(ARGV[1]) then return 0 end
return redis.call('DECRBY', KEYS[1], ARGV[1])
`;

/** Counts in Redis, for all relays together. */
export class RedisFreeQuota implements FreeQuota {
  readonly #redis: Redis;
  readonly #take: RedisScript;
  readonly #release: RedisScript;
  readonly #logger: Logger;

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#take = defineScript(redis, takeLua);
    this.#release = defineScript(redis, releaseLua);
    this.#logger = logger;
  }

  async take(claim: QuotaClaim): Promise<QuotaResult> {
    const { nowMs, requestsPerMinute, subject, units, unitsPerDay } = claim;
    const keys = [makeMinuteKey(subject, nowMs), makeDayKey(subject, nowMs)];
    const ttls = [minuteTtlSeconds, dayTtlSeconds];
    const values = [units, requestsPerMinute, unitsPerDay, ...ttls];
    const [cap, requests = 0, used = 0] = (await run(() => this.#take(keys, values))) as number[];
    if (cap !== 0) return { kind: 'over', cap: cap === 1 ? 'rpm' : 'daily' };
    return {
      kind: 'granted',
      grant: { subject, units, takenAtMs: nowMs },
      requestsLeft: requestsPerMinute - requests,
      unitsLeft: unitsPerDay - used,
    };
  }

  async peek(claim: QuotaClaim): Promise<QuotaCap | undefined> {
    const { nowMs, requestsPerMinute, subject, units, unitsPerDay } = claim;
    const counts = await run(() =>
      this.#redis.mget(makeMinuteKey(subject, nowMs), makeDayKey(subject, nowMs)),
    );
    const [requests = 0, used = 0] = counts.map(Number);
    if (requests + 1 > requestsPerMinute) return 'rpm';
    return used + units > unitsPerDay ? 'daily' : undefined;
  }

  release({ subject, takenAtMs, units }: QuotaGrant): void {
    this.#release([makeDayKey(subject, takenAtMs)], [units]).catch((error: unknown) =>
      this.#logger.warn('free units not released', { units, error }),
    );
  }
}

async function run<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new AppError('overloaded', { retryAfterSeconds: 1, cause: error });
  }
}

/** Keys of one subject share a hash tag, so that one script can touch them on Redis Cluster. */
function makeMinuteKey(subject: string, nowMs: number): string {
  return `free:{${subject}}:minute:${Math.floor(nowMs / minuteMs)}`;
}

function makeDayKey(subject: string, nowMs: number): string {
  return `free:{${subject}}:day:${Math.floor(nowMs / dayMs)}`;
}
