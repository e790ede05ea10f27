import { AppError } from '@tollgate/errors';
import { isTransientDatabaseError, type Database, type Queryable } from '@tollgate/postgres';
import type { Stores, VideoDatabase } from '../use-cases/ports';
import { createJobStore } from './job-store';
import { createOutputStore } from './output-store';
import { createWebhookStore } from './webhook-store';

const retryAfterSecondsWhenAway = 1;

/** All tables of the service. A database that is away is `overloaded`, never an internal error. */
export function createVideoDatabase(database: Database): VideoDatabase {
  const sql: Queryable = {
    query: (text, values) => database.query<never>(text, values).catch(throwAppError),
    queryNamed: (name, text, values) =>
      database.queryNamed<never>(name, text, values).catch(throwAppError),
  };
  return {
    ...createStores(sql),
    withTransaction: (run) =>
      database
        .withTransaction((transaction) => run(createStores(transaction)))
        .catch(throwAppError),
  };
}

function createStores(sql: Queryable): Stores {
  return {
    jobs: createJobStore(sql),
    outputs: createOutputStore(sql),
    webhooks: createWebhookStore(sql),
  };
}

function throwAppError(error: unknown): never {
  if (!isTransientDatabaseError(error)) throw error;
  throw new AppError('overloaded', { retryAfterSeconds: retryAfterSecondsWhenAway, cause: error });
}
