import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';

const channelName = 'tollgate:catalog:changed';

export interface CatalogChannel {
  readonly part: Part;
  readonly announce: () => Promise<void>;
}

/**
 * Announces a change to all relays. A lost message costs a second, because versions are polled as
 * well.
 */
export function createCatalogChannel(options: {
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly onChange: () => Promise<void>;
  readonly logger: Logger;
}): CatalogChannel {
  const { redis, subscriber, onChange, logger } = options;
  return {
    part: {
      name: 'catalog channel',
      start: async () => {
        subscriber.on('message', (channel) => {
          if (channel === channelName) void onChange();
        });
        await subscriber.subscribe(channelName);
      },
    },
    announce: async () => {
      await redis.publish(channelName, '1').catch((error: unknown) => {
        logger.warn('catalog change not announced', { error });
      });
      await onChange();
    },
  };
}
