import { reportAway, type Database, type Queryable } from '@tollgate/postgres';
import type { Stores, VideoDatabase } from '../use-cases/ports';
import { createJobStore } from './job-store';
import { createOutputStore } from './output-store';
import { createWebhookStore } from './webhook-store';

/** All tables of the service. A database that is away is `overloaded`, never an internal error. */
export function createVideoDatabase(database: Database): VideoDatabase {
  const known = reportAway(database);
  return {
    ...createStores(known),
    withTransaction: (run) =>
      known.withTransaction((transaction) => run(createStores(transaction))),
  };
}

function createStores(sql: Queryable): Stores {
  return {
    jobs: createJobStore(sql),
    outputs: createOutputStore(sql),
    webhooks: createWebhookStore(sql),
  };
}
