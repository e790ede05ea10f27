import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { defineScript, type Redis, type RedisScript } from '@tollgate/redis';
import type { SessionQuotas, SessionUse } from '../session-quota';

export interface RedisSessionQuotasOptions {
  readonly redis: Redis;
  /** Reads the use of a session from the book, when Redis does not have it. */
  readonly loadUse: (caller: CallerIdentity) => Promise<SessionUse>;
  readonly logger: Logger;
}

/** Longer than any session. */
const ttlSeconds = 31 * 24 * 60 * 60;
const noBound = -1;

/**
 * KEYS use   ARGV requests allowed, tokens allowed (-1: no bound), ttl
 * -> 0 taken, 1 requests, 2 tokens, 3 not known here
 */
const takeLua = `
local use = redis.call('HMGET', KEYS[1], 'requests', 'tokens')
if not use[1] then return 3 end
local requests, tokens = tonumber(ARGV[1]), tonumber(ARGV[2])
if requests >= 0 and tonumber(use[1]) >= requests then return 1 end
if tokens >= 0 and tonumber(use[2] or '0') >= tokens then return 2 end
redis.call('HINCRBY', KEYS[1], 'requests', 1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 0
`;

/** KEYS use ARGV requests, tokens, ttl; the first writer wins. */
const loadLua = `
if redis.call('HSETNX', KEYS[1], 'requests', ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'tokens', ARGV[2])
return redis.call('EXPIRE', KEYS[1], ARGV[3])
`;

/**
 * KEYS use ARGV field, amount; skipped when Redis has no entry: it is loaded from the book later.
 */
const addLua = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2])
`;

/** Counts in Redis, starting from the use that the book has recorded. */
export class RedisSessionQuotas implements SessionQuotas {
  readonly #options: RedisSessionQuotasOptions;
  readonly #take: RedisScript;
  readonly #load: RedisScript;
  readonly #add: RedisScript;

  constructor(options: RedisSessionQuotasOptions) {
    this.#options = options;
    this.#take = defineScript(options.redis, takeLua);
    this.#load = defineScript(options.redis, loadLua);
    this.#add = defineScript(options.redis, addLua);
  }

  async take(caller: CallerIdentity): Promise<'taken' | 'requests' | 'tokens'> {
    try {
      let answer = await this.#ask(caller);
      if (answer === 3) {
        const { requests, tokens } = await this.#options.loadUse(caller);
        await this.#load([makeKey(caller)], [requests, tokens, ttlSeconds]);
        answer = await this.#ask(caller);
      }
      if (answer === 0) return 'taken';
      if (answer === 1) return 'requests';
      if (answer === 2) return 'tokens';
      throw new Error('the use of a session was not stored');
    } catch (error) {
      throw new AppError('overloaded', { retryAfterSeconds: 1, cause: error });
    }
  }

  settle(caller: CallerIdentity, tokens: number | undefined): void {
    const [field, amount] = tokens === undefined ? ['requests', -1] : ['tokens', tokens];
    this.#add([makeKey(caller)], [field, amount]).catch((error: unknown) =>
      this.#options.logger.warn('session use not counted', { error }),
    );
  }

  #ask(caller: CallerIdentity): Promise<unknown> {
    const { requests, tokens } = caller.quota ?? { requests: null, tokens: null };
    const bounds = [requests ?? noBound, tokens ?? noBound];
    return this.#take([makeKey(caller)], [...bounds, ttlSeconds]);
  }
}

function makeKey({ sessionId }: CallerIdentity): string {
  return `tollgate:session-use:{${sessionId}}`;
}
