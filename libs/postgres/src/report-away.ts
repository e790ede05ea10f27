import { AppError } from '@tollgate/errors';
import { isTransientDatabaseError } from './database-errors';
import type { Database } from './queryable';

const retryAfterSecondsWhenAway = 1;

/** The same database, but one that is away is `overloaded`, never an internal error. */
export function reportAway(
  database: Database,
): Pick<Database, 'query' | 'queryNamed' | 'withTransaction'> {
  return {
    query: (text, values) => database.query<never>(text, values).catch(throwAppError),
    queryNamed: (name, text, values) =>
      database.queryNamed<never>(name, text, values).catch(throwAppError),
    withTransaction: (run, options) => database.withTransaction(run, options).catch(throwAppError),
  };
}

function throwAppError(error: unknown): never {
  if (!isTransientDatabaseError(error)) throw error;
  throw new AppError('overloaded', { retryAfterSeconds: retryAfterSecondsWhenAway, cause: error });
}
