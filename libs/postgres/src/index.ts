export type { Database, Queryable } from './queryable';
export { createDatabase, databasePart } from './create-database';
export { createListener, type Listener } from './create-listener';
export { isNotNullViolation, isTransientDatabaseError, isUniqueViolation } from './database-errors';
export { openClient } from './open-client';
export { reportAway } from './report-away';
export { migrateSchema } from './migrate-schema';
export { migrationsPart, runMigrations } from './run-migrations';
export { tableColumns } from './table-columns';
export {
  makePageSql,
  makePrefixPattern,
  sortByInteger,
  sortByText,
  sortByTime,
  SqlValues,
} from './sorted-rows';
export type { BackupReceiver } from './base-backup-query';
export { receiveBaseBackup } from './receive-base-backup';
