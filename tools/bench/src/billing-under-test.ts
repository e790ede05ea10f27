import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  databaseUrl,
  ensureRedisServer,
  getFreePort,
  provisionDatabase,
  removeCluster,
  startPostgres,
  startProcess,
  startRedis,
  waitUntilReady,
  type ManagedProcess,
} from '@tollgate/embedded';

export const identitySecret = 'identity secret of the benchmark, long enough';
export const serviceSecret = 'service secret of the benchmark, long enough';

export interface Stores {
  readonly billingUrl: string;
  readonly eventLogUrl: string;
  readonly redisUrl: string;
  readonly postgresPid: number;
  readonly directory: string;
  readonly stop: () => Promise<void>;
}

const password = 'bench';
const database = 'tollgate';
const readyTimeoutMs = 60_000;

export interface StoresOptions {
  /** Of Postgres. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts with the data of an earlier run. */
  readonly reuses?: boolean;
  /** Leaves the data for a later run. */
  readonly keeps?: boolean;
}

export function getStoresDirectory(name: string): string {
  return resolve('.data', `bench-${name}`);
}

/** Postgres and Redis with nothing in them but the roles of billing and of the event log. */
export async function startStores(name: string, options: StoresOptions = {}): Promise<Stores> {
  const { keeps = false, reuses = false, settings = {} } = options;
  const directory = getStoresDirectory(name);
  const dataDirectory = join(directory, 'postgres');
  const remove = (): void => {
    removeCluster(dataDirectory);
    rmSync(directory, { recursive: true, force: true });
  };
  if (!reuses) remove();
  mkdirSync(directory, { recursive: true });
  const logFile = (of: string): string => join(directory, `${of}.log`);
  const postgres = await startPostgres({
    dataDirectory,
    port: await getFreePort(),
    password,
    logFile: logFile('postgres'),
    settings,
  });
  const redis = await startRedis({
    serverFile: await ensureRedisServer((line) => console.log(line)),
    directory: join(directory, 'redis'),
    port: await getFreePort(),
    password,
    logFile: logFile('redis'),
  });
  const owners = ['billing', 'eventlog'].map((schema) => ({ role: schema, schema, password }));
  await provisionDatabase({ adminUrl: postgres.url, database, owners });
  const urlOf = (schema: string): string => {
    const owner = { role: schema, schema, password };
    return databaseUrl(postgres.url, { database, owner });
  };
  const stop = async (): Promise<void> => {
    await redis.stop();
    await postgres.stop();
    if (!keeps) remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const stopping = [...running].map((billing) => billing.stop());
      void Promise.allSettled(stopping)
        .then(stop)
        .finally(() => process.exit(1));
    });
  }
  return {
    billingUrl: urlOf('billing'),
    eventLogUrl: urlOf('eventlog'),
    redisUrl: redis.url,
    postgresPid: postgres.pid,
    directory,
    stop,
  };
}

export interface Billing extends ManagedProcess {
  readonly baseUrl: string;
  readonly grpcAddress: string;
}

/** A signal to the benchmark ends them, too. */
const running = new Set<Billing>();

/** The service as it is built, on these stores. */
export async function startBilling(
  stores: Stores,
  settings: Readonly<Record<string, string>> = {},
): Promise<Billing> {
  const [http, grpc, internal] = [await getFreePort(), await getFreePort(), await getFreePort()];
  const logFile = join(stores.directory, 'billing.log');
  const billing = await startProcess({
    name: 'billing',
    file: process.execPath,
    arguments: [join(__dirname, '..', '..', 'apps', 'billing', 'main.js')],
    logFile,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      HTTP_PORT: String(http),
      GRPC_PORT: String(grpc),
      INTERNAL_PORT: String(internal),
      DATABASE_URL: stores.billingUrl,
      EVENT_LOG: 'postgres',
      EVENT_LOG_DATABASE_URL: stores.eventLogUrl,
      REDIS_URL: stores.redisUrl,
      IDENTITY_SECRET: identitySecret,
      DEVELOPMENT_SETTINGS: 'all',
      SERVICE_SECRET: serviceSecret,
      // No server is there; nothing that is measured calls it.
      AUTH_GRPC_ADDRESS: '127.0.0.1:9',
      ORGS_GRPC_ADDRESS: '127.0.0.1:9',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const isReady = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${internal}/readyz`)).ok;
  await waitUntilReady(billing, isReady, { timeoutMs: readyTimeoutMs, logFile });
  const started: Billing = {
    ...billing,
    baseUrl: `http://127.0.0.1:${http}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    stop: async () => {
      running.delete(started);
      await billing.stop();
    },
  };
  running.add(started);
  return started;
}
