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
import { formatRedisUser, redisUsers, type RedisUser } from '@tollgate/store-address';

/** Three masters with a replica each. */
export interface RedisCluster {
  /** For REDIS_URL. The default user may do everything. */
  readonly url: string;
  readonly urlOf: (user: RedisUser) => string;
  /** Of the first masters, and of their replicas, by their slots. */
  readonly masterUrls: readonly string[];
  readonly replicaUrls: readonly string[];
  /** The number of the shard that has the key, from 0. */
  readonly findShard: (key: string) => Promise<number>;
  /** From now on the replica of that master gets no more writes. */
  readonly cutReplica: (shard: number) => Promise<void>;
  /** Ends a master at once; resolves when all servers that are left know its replica as master. */
  readonly failOver: (shard: number) => Promise<void>;
  /** Changes master and replica without a loss; both go on. */
  readonly switchOver: (shard: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Server extends RedisServer {
  readonly port: number;
  readonly busPort: number;
}

const password = 'of-the-servers';
const shardCount = 3;
const slotCount = 16_384;
const nodeTimeoutMs = 1_500;
const patienceMs = 60_000;

export async function startRedisCluster(): Promise<RedisCluster> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-cluster-'));
  const servers: Server[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < 2 * shardCount; index++) {
      servers.push(await startServer(join(home, String(index))));
    }
    const masters = servers.slice(0, shardCount);
    const replicas = servers.slice(shardCount);
    await form(masters, replicas);
    const running = new Set(servers);
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const at = (list: readonly Server[], shard: number): Server => list[shard] as Server;
    return {
      url: `redis+cluster://:${password}@${hosts}`,
      urlOf: (user) => `redis+cluster://${user}:${password}@${hosts}`,
      masterUrls: masters.map(({ url }) => url),
      replicaUrls: replicas.map(({ url }) => url),
      findShard: async (key) => {
        const slot = await ask(at(servers, 0).url, (redis) => redis.cluster('KEYSLOT', key));
        return Math.floor(((Number(slot) + 1) * shardCount - 1) / slotCount);
      },
      cutReplica: (shard) => cut(at(masters, shard), at(replicas, shard)),
      failOver: async (shard) => {
        const master = at(masters, shard);
        process.kill(master.pid, 'SIGKILL');
        await master.exited;
        running.delete(master);
        await waitForMaster(running, at(replicas, shard), shard);
      },
      switchOver: async (shard) => {
        const replica = at(replicas, shard);
        await ask(replica.url, (redis) => redis.cluster('FAILOVER'));
        await waitForMaster(running, replica, shard);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(directory: string): Promise<Server> {
  const serverFile = process.env['TEST_REDIS_SERVER'] ?? findRedisServer() ?? 'redis-server';
  const [port, busPort] = [await getFreePort(), await getFreePort()];
  const settings = [
    'cluster-enabled yes',
    `cluster-port ${busPort}`,
    `cluster-node-timeout ${nodeTimeoutMs}`,
    // A replica is promoted however long it was cut off.
    'cluster-replica-validity-factor 0',
    `masterauth "${password}"`,
    ...redisUsers.map((user) => formatRedisUser(user, password)),
  ];
  const logFile = `${directory}.log`;
  const server = await startRedis({ serverFile, directory, port, password, logFile, settings });
  return { ...server, port, busPort };
}

async function form(masters: readonly Server[], replicas: readonly Server[]): Promise<void> {
  const [first, ...others] = [...masters, ...replicas] as [Server, ...Server[]];
  for (const [shard, { url }] of masters.entries()) {
    const [from, to] = [getFirstSlot(shard), getFirstSlot(shard + 1) - 1];
    await ask(url, (redis) => redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to));
  }
  await ask(first.url, async (redis) => {
    for (const { busPort, port } of others) {
      await redis.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
    }
  });
  for (const [shard, { url }] of replicas.entries()) {
    const id = await ask(masters[shard]?.url ?? '', (redis) => redis.call('CLUSTER', 'MYID'));
    // It is refused until the replica knows its master.
    const follow = (): Promise<boolean> =>
      ask(url, (redis) => redis.call('CLUSTER', 'REPLICATE', String(id))).then(
        () => true,
        () => false,
      );
    await waitUntil(follow, { timeoutMs: patienceMs, what: 'a replica' });
  }
  const isFormed = async ({ url }: Server): Promise<boolean> =>
    ask(url, async (redis) => {
      const slots = await redis.cluster('SLOTS');
      const isWhole = slots.length === shardCount && slots.every((each) => each.length === 4);
      const info = String(await redis.cluster('INFO')) + (await redis.info('replication'));
      return isWhole && info.includes('state:ok') && !info.includes('master_link_status:down');
    });
  for (const server of [first, ...others]) {
    await waitUntil(() => isFormed(server), { timeoutMs: patienceMs, what: 'the cluster' });
  }
}

function getFirstSlot(shard: number): number {
  return Math.floor((shard * slotCount) / shardCount);
}

/** The replica cannot sign in to its master any more. */
async function cut(master: Server, replica: Server): Promise<void> {
  await ask(replica.url, (redis) => redis.config('SET', 'masterauth', 'wrong'));
  await ask(master.url, (redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'replica'));
  const isCut = (): Promise<boolean> =>
    ask(master.url, async (redis) =>
      (await redis.info('replication')).includes('connected_slaves:0'),
    );
  await waitUntil(isCut, { timeoutMs: patienceMs, what: 'a replica without its master' });
}

async function waitForMaster(
  servers: ReadonlySet<Server>,
  { port }: Server,
  shard: number,
): Promise<void> {
  for (const { url } of servers) {
    const isKnown = (): Promise<boolean> =>
      ask(url, async (redis) => {
        const slots = await redis.cluster('SLOTS');
        return slots.some(([from, , master]) => {
          return from === getFirstSlot(shard) && master?.[1] === port;
        });
      });
    await waitUntil(isKnown, { timeoutMs: patienceMs, what: 'the promotion of the replica' });
  }
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
