import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startProcess, type ManagedProcess, type SpawnListener } from '../processes/start-process';
import { waitUntilReady } from '../processes/wait-until-ready';
import { pingRedis } from './ping-redis';

export interface RedisOptions {
  /** The server program, see `ensureRedisServer`. */
  readonly serverFile: string;
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
  /** Lines of redis.conf on top. */
  readonly settings?: readonly string[];
  /** Watches other servers instead of keeping data. */
  readonly isSentinel?: boolean;
  readonly onSpawn?: SpawnListener;
}

export interface RedisServer extends ManagedProcess {
  readonly url: string;
}

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;

/** Starts a Redis on loopback that keeps nothing on disk: the book and the spools rebuild it. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const { port, password, logFile } = options;
  const directory = resolve(options.directory);
  const configFile = join(directory, 'redis.conf');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // A file, because the arguments of a process are visible to all users.
  writeFileSync(configFile, makeConfig(options, directory), { mode: 0o600 });
  chmodSync(configFile, 0o600);
  const server = await startProcess({
    name: 'redis',
    file: options.serverFile,
    arguments: [configFile, ...(options.isSentinel === true ? ['--sentinel'] : [])],
    logFile,
    stopTimeoutMs,
    ...(options.onSpawn ? { onSpawn: options.onSpawn } : {}),
  });
  const ready = { timeoutMs: readyTimeoutMs, logFile };
  await waitUntilReady(server, () => pingRedis({ port, password }), ready);
  return { ...server, url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}` };
}

function makeConfig(options: RedisOptions, directory: string): string {
  const { isSentinel = false, password, port, settings = [] } = options;
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    'protected-mode yes',
    `requirepass "${password}"`,
    `dir "${directory}"`,
    'daemonize no',
    ...(isSentinel ? [] : ['maxmemory-policy noeviction', 'appendonly no', 'save ""']),
    ...settings,
    '',
  ].join('\n');
}
