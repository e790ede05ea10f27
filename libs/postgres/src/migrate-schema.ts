import { defineConfig, readDatabaseUrl, readLogLevel, type Environment } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { runMigrations } from './run-migrations';

export interface MigrateOptions {
  readonly environment: Environment;
  /** Of the built service; its migrations are in a folder below. */
  readonly migrationsDirectory: string;
}

/**
 * Applies the migrations of a schema and nothing else, for a job that runs before the instances of
 * a new version start. Needs DATABASE_URL only; throws a ConfigError without it.
 */
export async function migrateSchema(
  schema: string,
  { environment, migrationsDirectory }: MigrateOptions,
): Promise<void> {
  const config = defineConfig({
    name: schema,
    read: (env) => ({ databaseUrl: readDatabaseUrl(env), logLevel: readLogLevel(env) }),
  });
  const { databaseUrl, logLevel } = config.load(environment);
  const logger = createLogger({ service: schema, level: logLevel });
  const directory = migrationsDirectory;
  const names = await runMigrations({ databaseUrl, schema, directory, logger });
  if (names.length === 0) logger.info('no migrations to apply', { schema });
}
