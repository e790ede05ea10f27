import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { isConflictError, isReadOnlyError } from './database-errors';
import type { HostPool } from './host-pool';
import type { Queryable, TransactionOptions } from './queryable';

const attemptsDefault = 5;
const backoffMsFirst = 10;
const backoffMsMax = 200;

interface Sender {
  query(config: QueryConfig): Promise<QueryResult>;
}

/** Sends statements on one connection, or on any of a pool. */
export function makeQueryable(client: Sender): Queryable {
  const send = async <Row>(config: { name?: string; text: string; values: unknown[] }) => {
    const result = await client.query(config);
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  };
  return {
    query: (text, values = []) => send({ text, values: [...values] }),
    queryNamed: (name, text, values = []) => send({ name, text, values: [...values] }),
  };
}

export async function runTransaction<T>(
  pool: HostPool,
  run: (transaction: Queryable) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const attemptsMax = options.attemptsMax ?? attemptsDefault;
  const begin = `BEGIN ISOLATION LEVEL ${(options.isolation ?? 'read committed').toUpperCase()}`;
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, begin, run);
    } catch (error) {
      if (!isConflictError(error) || attempt >= attemptsMax) throw error;
      await waitBeforeAttempt(attempt);
    }
  }
}

async function runOnce<T>(
  pool: HostPool,
  begin: string,
  run: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const value = await run(makeQueryable(client));
    await commit(client);
    return value;
  } catch (error) {
    broken = await rollBack(client);
    if (isReadOnlyError(error)) broken ??= error as Error;
    throw error;
  } finally {
    // A connection that could not even roll back is closed instead of given to the next caller,
    // and so is one to a server that has become a standby.
    client.release(broken);
  }
}

/** COMMIT of a failed transaction "succeeds" with the tag ROLLBACK, when `run` hid the failure. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed', { cause: error });
  }
}

function waitBeforeAttempt(attempt: number): Promise<void> {
  const limitMs = Math.min(backoffMsMax, backoffMsFirst * 2 ** attempt);
  // Random, so that two transactions that collided do not collide again in step.
  return new Promise((resolve) => setTimeout(resolve, Math.random() * limitMs));
}
