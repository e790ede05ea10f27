import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import {
  createDatabase,
  isTransientDatabaseError,
  type Database,
  type Queryable,
} from '@tollgate/postgres';

const statementTimeoutMs = 2_000;
const connectionsMax = 4;
const retryAfterSeconds = 5;

/** Reads whose size callers choose get few connections of their own and a short timeout. */
export interface ReportDatabase {
  /** All statements of `run` see the same state of the book. */
  read<T>(run: (snapshot: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createReportDatabase(url: string, logger: Logger): ReportDatabase {
  const database = createDatabase({
    url,
    name: 'billing reports',
    logger,
    statementTimeoutMs,
    connectionsMax,
  });
  return { ...makeReportDatabase(database), close: () => database.close() };
}

export function makeReportDatabase(database: Database): Pick<ReportDatabase, 'read'> {
  return {
    read: async (run) => {
      try {
        return await database.withTransaction(run, { isolation: 'repeatable read' });
      } catch (cause) {
        if (!isTransientDatabaseError(cause)) throw cause;
        const message = 'The report could not be made in time; try again or ask for less';
        throw new AppError('overloaded', { message, retryAfterSeconds, cause });
      }
    },
  };
}
