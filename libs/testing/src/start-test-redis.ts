import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, getFreePort, startRedis, type RedisServer } from '@tollgate/embedded';
import {
  changeRedisUser,
  formatRedisUser,
  redisUsers,
  type RedisUser,
} from '@tollgate/store-address';

export interface TestRedis {
  /** URL of the default user, who may do everything. */
  readonly url: string;
  readonly port: number;
  /** URL of the user of a service. */
  readonly urlOf: (user: RedisUser) => string;
  /** What its users were refused, such as `edge command flushall`. Empty when it is down. */
  readonly listRefused: () => Promise<readonly string[]>;
  /** Ends the server; clients see the connection close. */
  readonly stop: () => Promise<void>;
  /** Ends it without warning, as a crash would. */
  readonly kill: () => Promise<void>;
  /** Begins again on the same port, with nothing in it. */
  readonly restartEmpty: () => Promise<void>;
  /** Freezes the server: connections stay open and nothing is answered until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

const password = 'test';

/** A Redis of its own for one test file. Call `stop` in afterAll. */
export async function startTestRedis(): Promise<TestRedis> {
  const serverFile = process.env['TEST_REDIS_SERVER'] ?? findRedisServer();
  if (serverFile === undefined) throw new Error('redis-server is not on the PATH');
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-redis-'));
  const port = await getFreePort();
  const logFile = join(directory, 'redis.log');
  const settings = redisUsers.map((user) => formatRedisUser(user, password));
  const start = (): Promise<RedisServer> =>
    startRedis({ serverFile, directory, port, password, logFile, settings });
  let server = await start();
  return {
    url: server.url,
    port,
    urlOf: (user) => changeRedisUser(server.url, user, password),
    listRefused: () => listRefused(server.url),
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    restartEmpty: async () => {
      await server.stop();
      server = await start();
    },
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT'),
  };
}

/** An entry of ACL LOG is a list of names and values. */
async function listRefused(url: string): Promise<readonly string[]> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const entries = (await redis.call('ACL', 'LOG')) as (string | number)[][];
    return entries.map((entry) => {
      const valueOf = (name: string): string => String(entry[entry.indexOf(name) + 1]);
      return ['username', 'reason', 'object'].map(valueOf).join(' ');
    });
  } catch {
    return [];
  } finally {
    redis.disconnect();
  }
}
