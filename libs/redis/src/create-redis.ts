import type { Redis, RedisOptions } from 'ioredis';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import {
  parseClusterAddress,
  parseSentinelAddress,
  type ClusterAddress,
  type SentinelAddress,
} from '@tollgate/store-address';
import { ClusterRedis, waitUntilReady } from './cluster-redis';
import { LastingRedis } from './lasting-redis';
import { proveSignIn, type RedisSignIn } from './prove-sign-in';
import { RovingRedis } from './roving-redis';
import { listServers } from './servers';
import { TimedRedis } from './timed-redis';

export interface RedisSettings {
  readonly url: string;
  readonly name: string;
  readonly logger: Logger;
}

const connectTimeoutMs = 2_000;
const reconnectDelayMsMax = 500;
/** An idle connection to a server that is gone is noticed by the first probe. */
const keepAliveMs = 5_000;

interface ClientOptions {
  readonly maxRetriesPerRequest: number | null;
  readonly enableOfflineQueue?: boolean;
  readonly autoResubscribe?: boolean;
}

/** Replies are mapped as ioredis does by default. */
type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

const backOff = (attempt: number): number => Math.min(attempt * 50, reconnectDelayMsMax);

function makeOptions(settings: RedisSettings, clientOptions: ClientOptions): ConnectionOptions {
  return {
    connectionName: settings.name,
    // A user of one service may not run CLIENT SETINFO: Redis before 7.2 does not know it.
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    keepAlive: keepAliveMs,
    retryStrategy: backOff,
    // The server became a replica: its address, or Sentinel, leads to the new master.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...clientOptions,
  };
}

function createClient(
  Client: typeof LastingRedis,
  settings: RedisSettings,
  options: ConnectionOptions,
): LastingRedis {
  const address = parseSentinelAddress(settings.url);
  const client =
    address === undefined
      ? new Client(settings.url, options)
      : new Client({ ...options, ...makeSentinelOptions(address) });
  logErrors(client, settings);
  return keepConnecting(client);
}

/** Without a listener ioredis prints to the console and a dropped connection looks like a crash. */
function logErrors(client: Redis, { logger, name }: RedisSettings): void {
  client.on('error', (error) => logger.warn('redis connection error', { client: name, error }));
}

function keepConnecting(client: LastingRedis): LastingRedis {
  client.on('end', () => client.connectAgain());
  return client;
}

function createCluster(
  address: ClusterAddress,
  settings: RedisSettings,
  options: ConnectionOptions,
): Redis {
  const own = { ...options, ...makeClusterOptions(address) };
  const cluster = new ClusterRedis({
    seeds: address.servers,
    createServer: (host) => keepConnecting(new TimedRedis({ ...own, ...host })),
  });
  logErrors(cluster, settings);
  return cluster;
}

function makeClusterOptions({ hasTls, password, username }: ClusterAddress): ConnectionOptions {
  return { username, password, ...(hasTls ? { tls: {} } : {}) };
}

function makeSentinelOptions(address: SentinelAddress): ConnectionOptions {
  const { hasTls, name, password, sentinelPassword, sentinels, sentinelUsername, username } =
    address;
  return {
    sentinels: [...sentinels],
    name,
    username,
    password,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: backOff,
    sentinelCommandTimeout: connectTimeoutMs,
    // Sentinels tell when the master changes, even while the connection to the old one is open.
    failoverDetector: true,
    ...(hasTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  };
}

/** For commands: fails fast when Redis is away; a hanging call is worse than a refused one. */
export function createRedis(settings: RedisSettings): Redis {
  const options = makeOptions(settings, { maxRetriesPerRequest: 0, enableOfflineQueue: false });
  const cluster = parseClusterAddress(settings.url);
  return cluster === undefined
    ? createClient(TimedRedis, settings, options)
    : createCluster(cluster, settings, options);
}

/** For pub/sub: waits for Redis as long as it takes and subscribes again by itself. */
export function createSubscriber(settings: RedisSettings): Redis {
  const options = makeOptions(settings, { maxRetriesPerRequest: null, autoResubscribe: true });
  const cluster = parseClusterAddress(settings.url);
  if (cluster === undefined) return createClient(LastingRedis, settings, options);
  const own = { ...options, ...makeClusterOptions(cluster) };
  const client = new RovingRedis(cluster.servers, own);
  logErrors(client, settings);
  return keepConnecting(client);
}

/** With a sign-in, the service does not start unless it has the rights that it needs. */
export function redisPart(redis: Redis, name: string, signIn?: RedisSignIn): Part {
  // An earlier command (a readiness probe, say) has opened the connection already.
  const connect = (): Promise<void> =>
    redis.status === 'wait' ? redis.connect() : waitUntilReady(redis);
  return {
    name,
    start: () => (signIn === undefined ? connect() : proveSignIn(redis, signIn, connect)),
    stop: async () => {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/**
 * Evicted keys would be lost holds: refuse to run on a Redis that may drop them. INFO and not
 * CONFIG GET, which would tell the password of the default user as well.
 */
export async function assertNoEviction(redis: Redis): Promise<void> {
  for (const server of listServers(redis)) {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await server.info('memory'))?.[1];
    if (policy === 'noeviction') continue;
    throw new Error(`Redis must run with maxmemory-policy noeviction, but has ${policy ?? 'none'}`);
  }
}
