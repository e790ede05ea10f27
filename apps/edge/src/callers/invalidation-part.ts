import { startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { authInvalidation, type Redis } from '@tollgate/redis';
import type { Invalidations } from '../use-cases/apply-invalidation';

export interface InvalidationPartOptions {
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly invalidations: Invalidations;
  readonly logger: Logger;
}

const pollMs = 1_000;

/** Listens to auth, and looks at its counter every second because messages can be lost. */
export function createInvalidationPart(options: InvalidationPartOptions): Part {
  const { redis, subscriber, invalidations, logger } = options;
  let stopPolling: (() => void) | undefined;

  async function poll(): Promise<void> {
    try {
      const { changedAtKey, versionKey } = authInvalidation;
      const [version = null, changedAtMs = null] = await redis.mget(versionKey, changedAtKey);
      invalidations.onVersion(version, changedAtMs);
    } catch (error) {
      // Cached callers expire within 15 s anyway; the connection logs its own errors.
      logger.debug('caller version not read', { error });
    }
  }

  return {
    name: 'caller invalidation',
    start: async () => {
      subscriber.on('message', (channel, text) => {
        if (channel === authInvalidation.channel) invalidations.onMessage(text);
      });
      await subscriber.subscribe(authInvalidation.channel);
      // From now on: 'ready' of a connection that is made again. It subscribes by itself.
      subscriber.on('ready', () => invalidations.onReconnect());
      await poll();
      stopPolling = startBeat(pollMs, () => void poll());
    },
    stop: () => stopPolling?.(),
  };
}
