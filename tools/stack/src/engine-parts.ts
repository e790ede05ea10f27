import { join } from 'node:path';
import {
  describeDatabaseHosts,
  describeRedisHosts,
  formatRedisUser,
  redisUsers,
} from '@tollgate/store-address';
import {
  ensureRedisServer,
  isKafkaResolved,
  kafkaVersion,
  resolveKafka,
  startKafka,
  startPostgres,
  startRedis,
} from '@tollgate/embedded';
import type { PortBook } from './port-book';
import type { Progress } from './progress';
import { getRedisPassword, type Secrets } from './secrets';
import { StackError } from './stack-error';
import type { StackOptions } from './stack-options';
import type { Supervisor } from './supervisor';

/** Addresses of the stores, embedded or given. */
export interface Engines {
  /** URL of a superuser. */
  readonly postgresUrl: string;
  /** URL of a user who may do everything. */
  readonly redisUrl: string;
  readonly kafkaBrokers: string | undefined;
}

export interface EngineContext {
  readonly options: StackOptions;
  readonly secrets: Secrets;
  readonly ports: PortBook;
  readonly supervisor: Supervisor;
  readonly progress: Progress;
}

/** Starts Postgres, Redis and, when asked for, Kafka; uses what the environment names instead. */
export async function startEngines(context: EngineContext): Promise<Engines> {
  const { progress } = context;
  const postgres = (): Promise<string> => providePostgres(context);
  return {
    postgresUrl: await progress.step('postgres', postgres, describeDatabaseHosts),
    redisUrl: await progress.step('redis', () => provideRedis(context), describeRedisHosts),
    kafkaBrokers:
      context.options.eventLog === 'kafka'
        ? await progress.step(
            'kafka',
            () => provideKafka(context),
            (brokers) => brokers,
          )
        : undefined,
  };
}

async function providePostgres(context: EngineContext): Promise<string> {
  const { options, secrets, ports, supervisor } = context;
  if (options.databaseUrl !== undefined) return options.databaseUrl;
  const port = await ports.reserve('postgres');
  let url = '';
  await supervisor.start({
    name: 'postgres',
    start: async (onSpawn) => {
      const server = await startPostgres({
        dataDirectory: join(options.dataDirectory, 'postgres'),
        port,
        password: secrets.postgresPassword,
        logFile: join(options.dataDirectory, 'logs', 'postgres.log'),
        onSpawn,
      });
      url = server.url;
      return server;
    },
  });
  return url;
}

async function provideRedis(context: EngineContext): Promise<string> {
  const { options, secrets, ports, supervisor, progress } = context;
  if (options.redisUrl !== undefined) return options.redisUrl;
  const serverFile = await ensureRedisServer(progress.note).catch(asStackError);
  const port = await ports.reserve('redis');
  let url = '';
  await supervisor.start({
    name: 'redis',
    start: async (onSpawn) => {
      const server = await startRedis({
        serverFile,
        directory: join(options.dataDirectory, 'redis'),
        port,
        password: secrets.redisPassword,
        settings: redisUsers.map((user) => formatRedisUser(user, getRedisPassword(secrets, user))),
        logFile: join(options.dataDirectory, 'logs', 'redis.log'),
        onSpawn,
      });
      url = server.url;
      return server;
    },
  });
  return url;
}

async function provideKafka(context: EngineContext): Promise<string> {
  const { options, ports, supervisor, progress } = context;
  if (options.kafkaBrokers !== undefined) return options.kafkaBrokers;
  if (!isKafkaResolved()) progress.note(`fetching Apache Kafka ${kafkaVersion} through Maven`);
  const classPath = await resolveKafka().catch(asStackError);
  const port = await ports.reserve('kafka');
  const controllerPort = await ports.reserve('kafka-controller');
  await supervisor.start({
    name: 'kafka',
    start: (onSpawn) =>
      startKafka({
        classPath,
        directory: join(options.dataDirectory, 'kafka'),
        port,
        controllerPort,
        logFile: join(options.dataDirectory, 'logs', 'kafka.log'),
        onSpawn,
      }),
  });
  return `127.0.0.1:${port}`;
}

/** What is missing on the machine is for the user to mend, not a fault to trace. */
function asStackError(error: unknown): never {
  throw new StackError(error instanceof Error ? error.message : String(error), { cause: error });
}
