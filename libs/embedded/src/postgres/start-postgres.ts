import { resolve } from 'node:path';
import { startProcess, type ManagedProcess, type SpawnListener } from '../processes/start-process';
import { waitUntilReady } from '../processes/wait-until-ready';
import { initializeCluster } from './initialize-cluster';
import { findPostgresBinaries } from './postgres-binaries';
import { placeCluster } from './place-cluster';
import { ensurePostgresUser } from './postgres-user';
import { stopLeftoverPostgres } from './stop-leftover-postgres';
import { withClient } from './with-client';

export interface PostgresOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
  /** Server settings, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onSpawn?: SpawnListener;
}

export interface PostgresServer extends ManagedProcess {
  /** URL of the superuser, database `postgres`. */
  readonly url: string;
}

const superuser = 'postgres';
const readyTimeoutMs = 180_000;
const stopTimeoutMs = 15_000;

/** Starts a real PostgreSQL on loopback, creating its cluster on the first start. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = ensurePostgresUser();
  const placed = placeCluster(resolve(options.dataDirectory), findPostgresBinaries(), user);
  const { dataDirectory } = placed;
  const { initdb, postgres } = placed.binaries;
  const { password } = options;
  await stopLeftoverPostgres(dataDirectory);
  await initializeCluster({ initdb, dataDirectory, superuser, password, user });

  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const args = [
    ...['-D', dataDirectory, '-p', String(options.port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const server = await startProcess({
    name: 'postgres',
    file: postgres,
    arguments: args,
    logFile: options.logFile,
    workingDirectory: '/',
    // SIGINT is the fast shutdown: sessions end, the data are flushed.
    stopSignal: 'SIGINT',
    stopTimeoutMs,
    ...(options.onSpawn ? { onSpawn: options.onSpawn } : {}),
    ...user,
  });
  const address = `127.0.0.1:${options.port}`;
  const url = `postgres://${superuser}:${encodeURIComponent(password)}@${address}/postgres`;
  const ready = { timeoutMs: readyTimeoutMs, logFile: options.logFile };
  await waitUntilReady(server, () => withClient(url, async () => true), ready);
  return { ...server, url };
}
