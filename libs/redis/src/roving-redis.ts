import type { RedisOptions } from 'ioredis';
import type { RedisHost } from '@tollgate/store-address';
import { LastingRedis } from './lasting-redis';
import { waitUntilReady } from './cluster-redis';

/**
 * A subscriber of a cluster, where any server passes on what is published on another. It goes to
 * the next server when its own is gone.
 */
export class RovingRedis extends LastingRedis {
  constructor(hosts: readonly RedisHost[], options: Omit<RedisOptions, 'replyMapping'>) {
    super({ ...options, ...hosts[0] });
    let next = 1;
    this.options.retryStrategy = (attempt) => {
      Object.assign(this.options, hosts[next++ % hosts.length]);
      return options.retryStrategy?.(attempt);
    };
  }

  /** The first server may be gone when a service starts. */
  override async connect(...args: Parameters<LastingRedis['connect']>): Promise<void> {
    await super.connect(...args).catch(() => waitUntilReady(this));
  }
}
