import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { TimedRedis } from './timed-redis';

export interface RedisSettings {
  readonly url: string;
  readonly name: string;
  readonly logger: Logger;
}

const connectTimeoutMs = 2_000;
const reconnectDelayMsMax = 500;

interface ClientOptions {
  readonly maxRetriesPerRequest: number | null;
  readonly enableOfflineQueue?: boolean;
  readonly autoResubscribe?: boolean;
}

function createClient(
  Client: typeof Redis,
  settings: RedisSettings,
  options: ClientOptions,
): Redis {
  const client = new Client(settings.url, {
    connectionName: settings.name,
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 50, reconnectDelayMsMax),
    ...options,
  });
  // Without a listener ioredis prints to the console and a dropped connection looks like a crash.
  client.on('error', (error) =>
    settings.logger.warn('redis connection error', { client: settings.name, error }),
  );
  return client;
}

/** For commands: fails fast when Redis is away; a hanging call is worse than a refused one. */
export function createRedis(settings: RedisSettings): Redis {
  return createClient(TimedRedis, settings, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
}

/** For pub/sub: waits for Redis as long as it takes and subscribes again by itself. */
export function createSubscriber(settings: RedisSettings): Redis {
  return createClient(Redis, settings, { maxRetriesPerRequest: null, autoResubscribe: true });
}

export function redisPart(redis: Redis, name: string): Part {
  return {
    name,
    // An earlier command (a readiness probe, say) has opened the connection already.
    start: () => (redis.status === 'wait' ? redis.connect() : waitUntilReady(redis)),
    stop: async () => {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') {
    await once(redis, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) });
  }
}

/** Evicted keys would be lost holds: refuse to run on a Redis that may drop them. */
export async function assertNoEviction(redis: Redis): Promise<void> {
  const reply = await redis.config('GET', 'maxmemory-policy');
  const policy = reply[1];
  if (policy !== 'noeviction') {
    throw new Error(`Redis must run with maxmemory-policy noeviction, but has ${policy ?? 'none'}`);
  }
}
