import { createHash } from 'node:crypto';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

export interface MigrationSettings {
  readonly databaseUrl: string;
  /** Must exist and belong to the role of `databaseUrl`. */
  readonly schema: string;
  /** Plain SQL files NNNN_name.sql, beside the bundle. */
  readonly directory: string;
  readonly logger: Logger;
}

/** Bounds both the wait for another instance that migrates and every lock a migration takes. */
const lockTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;
const migrationsTable = 'schema_migrations';

/** Applies what is new, in order, in one transaction. Instances that start together take turns. */
export async function runMigrations(settings: MigrationSettings): Promise<readonly string[]> {
  const { schema, logger } = settings;
  const client = new Client({
    connectionString: settings.databaseUrl,
    application_name: `${schema} migrations`,
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: lockTimeoutMs,
  });
  client.on('error', (error) => logger.warn('migration connection lost', { schema, error }));
  await client.connect();
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
