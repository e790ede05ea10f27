import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { isLockError } from './database-errors';
import { explainSignIn } from './explain-sign-in';
import { openClient } from './open-client';

export interface MigrationSettings {
  readonly databaseUrl: string;
  /** Must exist and belong to the role of `databaseUrl`. */
  readonly schema: string;
  /** Plain SQL files NNNN_name.sql, beside the bundle. */
  readonly directory: string;
  readonly logger: Logger;
}

/**
 * How long a migration waits for one lock. All later statements on the table wait behind it, so it
 * is less than what services wait for a lock, and than the deadlock timeout of the server.
 */
const lockTimeoutMs = 500;
/** After a lock that was not granted everything is rolled back and tried again for this time. */
const patienceMs = 60_000;
const pauseMs = 500;
const connectTimeoutMs = 10_000;
const migrationsTable = 'schema_migrations';

/** Applies what is new, in order, in one transaction. Instances that start together take turns. */
export async function runMigrations(settings: MigrationSettings): Promise<readonly string[]> {
  const { schema, logger } = settings;
  const endMs = performance.now() + patienceMs;
  let failure: unknown;
  do {
    try {
      return await applyMigrations(settings);
    } catch (error) {
      if (!isLockError(error)) throw error;
      failure = error;
    }
    logger.info('migrations wait for a lock', { schema });
    await sleep(pauseMs);
  } while (performance.now() < endMs);
  throw failure;
}

async function applyMigrations(settings: MigrationSettings): Promise<readonly string[]> {
  const { schema, logger } = settings;
  const config = {
    application_name: `${schema} migrations`,
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: lockTimeoutMs,
  };
  const client = await openClient(settings.databaseUrl, config, (each) =>
    each.on('error', (error) => logger.warn('migration connection lost', { schema, error })),
  ).catch((error: unknown) => {
    throw explainSignIn(error, settings);
  });
  try {
    const applied = await runner({
      dbClient: client,
      direction: 'up',
      dir: settings.directory,
      schema,
      migrationsTable,
      advisoryLockMode: 'wait',
      lockValue: makeLockValue(schema),
      singleTransaction: true,
      checkOrder: true,
      logger: quietLogger(logger, schema),
    });
    const names = applied.map(({ name }) => name);
    if (names.length > 0) logger.info('migrations applied', { schema, names });
    return names;
  } finally {
    await client.end();
  }
}

/** Own lock per schema: services that start together need not wait for each other. */
function makeLockValue(schema: string): number {
  return createHash('sha256').update(`migrations:${schema}`).digest().readUIntBE(0, 6);
}

function quietLogger(
  logger: Logger,
  schema: string,
): Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void> {
  const pass = (detail: string): void => logger.debug('migration', { schema, detail });
  return { debug: pass, info: pass, warn: pass, error: pass };
}

export function migrationsPart(settings: MigrationSettings): Part {
  return {
    name: 'migrations',
    start: async () => {
      await runMigrations(settings);
    },
  };
}
