import type { Logger } from '@tollgate/observability';
import { authInvalidation, defineScript, type Redis } from '@tollgate/redis';
import type { Invalidator } from './ports';

// The message carries the version it made, so that an edge sees whether it missed one.
const invalidateLua = `
local version = redis.call('INCR', KEYS[1])
redis.call('SET', KEYS[2], ARGV[3])
redis.call('PUBLISH', ARGV[1], '{"version":' .. version .. ',' .. string.sub(ARGV[2], 2))
return version`;

/**
 * Best effort: with Redis away the edges forget by themselves after 15 s, and the change itself is
 * already committed, so failing the request would only lie about it.
 */
export function createRedisInvalidator(redis: Redis, logger: Logger): Invalidator {
  const script = defineScript(redis, invalidateLua);
  const { channel, changedAtKey, versionKey } = authInvalidation;
  return {
    async invalidate(what) {
      // The change was just committed: edges measure their delay from this time.
      const atMs = Date.now();
      try {
        const message = JSON.stringify({ atMs, ...what });
        await script([versionKey, changedAtKey], [channel, message, atMs]);
        // PUBLISH answers before Redis writes to the edges, PING after it: so the next call of
        // a client that got our answer cannot overtake the message.
        await redis.ping();
      } catch (error) {
        logger.warn('invalidation not sent', { kind: Object.keys(what)[0], error });
      }
    },
  };
}
