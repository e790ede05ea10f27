import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisServer, getFreePort, startRedis, type RedisServer } from '@tollgate/embedded';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
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
  const start = (): Promise<RedisServer> =>
    startRedis({ serverFile, directory, port, password, logFile });
  let server = await start();
  return {
    url: server.url,
    port,
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
