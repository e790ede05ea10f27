import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type RedisScript = (
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

/** EVALSHA with the text as a fallback: a restarted Redis has forgotten its scripts. */
export function defineScript(redis: Redis, text: string): RedisScript {
  const sha = createHash('sha1').update(text).digest('hex');
  return async (keys, values) => {
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...values);
    }
  };
}
