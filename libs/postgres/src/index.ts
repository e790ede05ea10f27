export type { Database, Queryable, QueryResult, TransactionOptions } from './queryable';
export { createDatabase, databasePart, type DatabaseSettings } from './create-database';
export { createListener, type Listener, type ListenerSettings } from './create-listener';
export { isConflictError, isTransientDatabaseError, isUniqueViolation } from './database-errors';
export { reportAway } from './report-away';
export { migrationsPart, runMigrations, type MigrationSettings } from './run-migrations';
