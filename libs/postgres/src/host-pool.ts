import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { stallMsMin } from '@tollgate/lifecycle';
import { splitDatabaseHosts } from '@tollgate/store-address';
import { isTransientDatabaseError } from './database-errors';
import { assertWritable } from './open-client';

/** pg-pool's message when all connections are in use: other hosts would not help. */
const allInUse = 'timeout exceeded when trying to connect';
/** And when a new connection was not ready in time. */
const notReady = 'Connection terminated due to connection timeout';

/**
 * A pool for each host of a URL. Connections come from the host that accepted writes last; when it
 * does not any more, the others are tried in turn.
 */
export class HostPool {
  readonly #pools: readonly Pool[];
  #current = 0;

  constructor(url: string, config: PoolConfig, onPool: (pool: Pool) => void) {
    const urls = splitDatabaseHosts(url);
    const verify = urls.length > 1 ? verifyWritable : undefined;
    this.#pools = urls.map((connectionString) => {
      const pool = new Pool({ ...config, connectionString, verify });
      onPool(pool);
      return pool;
    });
  }

  async connect(): Promise<PoolClient> {
    const first = this.#current;
    let failure: unknown;
    for (let step = 0; step < this.#pools.length; step++) {
      const index = (first + step) % this.#pools.length;
      try {
        const client = await connectFairly(this.#pools[index]!);
        this.#current = index;
        return client;
      } catch (error) {
        failure ??= error;
        if (!isTransientDatabaseError(error) || (error as Error).message === allInUse) break;
      }
    }
    throw failure;
  }

  async query(config: QueryConfig): Promise<QueryResult> {
    const client = await this.connect();
    let failure: Error | undefined;
    try {
      return await client.query(config);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

/**
 * When the process (or the whole machine) stood still, the time limit ends before the answer that
 * waits in the socket is read. Nothing was sent yet, so the connection is tried once more.
 */
async function connectFairly(pool: Pool): Promise<PoolClient> {
  const limitMs = pool.options.connectionTimeoutMillis ?? 0;
  const startMs = performance.now();
  try {
    return await pool.connect();
  } catch (error) {
    const wasLate = performance.now() - startMs >= limitMs + stallMsMin;
    if (!wasLate || !isConnectTimeout(error)) throw error;
    return pool.connect();
  }
}

function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === notReady || error.message === allInUse);
}

function verifyWritable(client: PoolClient, done: (error?: Error) => void): void {
  assertWritable(client).then(() => done(), done);
}
