import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import {
  findRedisServer,
  getFreePort,
  startRedis,
  waitUntil,
  type RedisServer,
} from '@tollgate/embedded';

/** A master, a replica of it, and three sentinels that promote the replica. */
export interface RedisSentinels {
  /** For REDIS_URL. */
  readonly url: string;
  readonly masterUrl: string;
  readonly replicaUrl: string;
  /** From now on the replica gets no more writes. Sentinel repairs this after eight seconds. */
  readonly cutReplica: () => Promise<void>;
  /** Ends the master at once; resolves when the replica is the new one. */
  readonly failOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const password = 'of-the-servers';
const sentinelPassword = 'of-the-sentinels';
const name = 'till';
const sentinelCount = 3;
const downAfterMs = 1_000;
const patienceMs = 60_000;
const nothingListensHere = '1';

export async function startRedisSentinels(): Promise<RedisSentinels> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-sentinels-'));
  const servers: RedisServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  const start = async (label: string, options: Partial<Parameters<typeof startRedis>[0]>) => {
    const directory = join(home, label);
    const place = { directory, logFile: join(home, `${label}.log`), port: await getFreePort() };
    const serverFile = process.env['TEST_REDIS_SERVER'] ?? findRedisServer() ?? 'redis-server';
    const server = await startRedis({ serverFile, password, ...place, ...options });
    servers.push(server);
    return { ...server, port: place.port };
  };
  try {
    const access = `masterauth "${password}"`;
    const master = await start('master', { settings: [access] });
    const from = `replicaof 127.0.0.1 ${master.port}`;
    const replica = await start('replica', { settings: [access, from] });
    const sentinels: Awaited<ReturnType<typeof start>>[] = [];
    for (let index = 0; index < sentinelCount; index++) {
      const settings = listSentinelSettings(master.port);
      const own = { password: sentinelPassword, isSentinel: true, settings };
      sentinels.push(await start(`sentinel-${index}`, own));
    }
    await waitForSentinels(sentinels[0]?.url ?? '', replica.url);
    const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return {
      url: `redis+sentinel://:${password}@${hosts}/${name}?sentinelPassword=${sentinelPassword}`,
      masterUrl: master.url,
      replicaUrl: replica.url,
      cutReplica: async () => {
        await ask(replica.url, (redis) => redis.replicaof('127.0.0.1', nothingListensHere));
      },
      failOver: async () => {
        process.kill(master.pid, 'SIGKILL');
        await master.exited;
        await waitUntil(() => hasInfo(replica.url, 'role:master'), {
          timeoutMs: patienceMs,
          what: 'the promotion of the replica',
        });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listSentinelSettings(masterPort: number): string[] {
  return [
    `sentinel monitor ${name} 127.0.0.1 ${masterPort} 2`,
    `sentinel auth-pass ${name} ${password}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} 10000`,
    `sentinel sentinel-pass ${sentinelPassword}`,
  ];
}

/** Before that, no replica would be promoted. */
async function waitForSentinels(sentinelUrl: string, replicaUrl: string): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const state = `slaves=1,sentinels=${sentinelCount}`;
    const isKnown = await hasInfo(sentinelUrl, state);
    return isKnown && (await hasInfo(replicaUrl, 'master_link_status:up'));
  };
  await waitUntil(isReady, { timeoutMs: patienceMs, what: 'sentinels that know each other' });
}

function hasInfo(url: string, text: string): Promise<boolean> {
  return ask(url, async (redis) => (await redis.info()).includes(text));
}

async function ask<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
