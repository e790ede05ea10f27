import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type RedisScript = (
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

const underWay = new WeakMap<Redis, number>();

/**
 * Gathering the scripts of a turn into one write saves Redis work under load, but makes a lone
 * caller wait for the turn to end. So the first goes out at once, and only those behind it gather.
 */
async function runGathered(redis: Redis, run: () => Promise<unknown>): Promise<unknown> {
  const count = underWay.get(redis) ?? 0;
  underWay.set(redis, count + 1);
  redis.options.enableAutoPipelining = count > 0;
  try {
    return await run();
  } finally {
    underWay.set(redis, (underWay.get(redis) ?? 1) - 1);
  }
}

/** EVALSHA with the text as a fallback: a restarted Redis has forgotten its scripts. */
export function defineScript(redis: Redis, text: string): RedisScript {
  const sha = createHash('sha1').update(text).digest('hex');
  return async (keys, values) => {
    try {
      return await runGathered(redis, () => redis.evalsha(sha, keys.length, ...keys, ...values));
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...values);
    }
  };
}
