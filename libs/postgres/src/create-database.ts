import type { Pool } from 'pg';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { HostPool } from './host-pool';
import type { Database } from './queryable';
import { makeQueryable, runTransaction } from './run-transaction';
import { valueTypes } from './value-types';

export interface DatabaseSettings {
  readonly url: string;
  /** Shown as application_name. */
  readonly name: string;
  readonly logger: Logger;
  readonly connectionsMax?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
}

const connectionsMaxDefault = 10;
const statementTimeoutMsDefault = 10_000;
const lockTimeoutMsDefault = 3_000;
const connectTimeoutMs = 3_000;
const idleConnectionMs = 30_000;
const idleInTransactionMs = 30_000;
const healthTimeoutMs = 1_500;
/** The types of pg lack the limit of a single query. */
const healthQuery = { text: 'SELECT 1', query_timeout: healthTimeoutMs };
/** The server ends a slow statement; this ends the wait for a server that does not answer. */
const silenceMarginMs = 2_000;

/** A pool of connections; none is opened before the first statement. */
export function createDatabase(settings: DatabaseSettings): Database {
  const statementTimeoutMs = settings.statementTimeoutMs ?? statementTimeoutMsDefault;
  const config = {
    application_name: settings.name,
    max: settings.connectionsMax ?? connectionsMaxDefault,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + silenceMarginMs,
    lock_timeout: settings.lockTimeoutMs ?? lockTimeoutMsDefault,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    types: valueTypes,
  };
  const pool = new HostPool(settings.url, config, (each) => listenForErrors(each, settings));
  return {
    ...makeQueryable(pool),
    withTransaction: (run, options = {}) => runTransaction(pool, run, options),
    checkHealth: async () => {
      await pool.query(healthQuery);
    },
    close: () => pool.end(),
  };
}

/** A broken idle connection emits 'error', which would end the process without a listener. */
function listenForErrors(pool: Pool, { name, logger }: DatabaseSettings): void {
  pool.on('error', (error) => logger.warn('idle database connection lost', { name, error }));
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.debug('database connection lost', { name, error }));
  });
}

export function databasePart(database: Database): Part {
  return {
    name: 'database',
    start: () => database.checkHealth(),
    stop: () => database.close(),
  };
}
