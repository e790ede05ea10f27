import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { splitDatabaseHosts } from '@tollgate/store-address';
import { isTransientDatabaseError } from './database-errors';
import { assertWritable } from './open-client';

/** pg-pool's message when all connections are in use: other hosts would not help. */
const allInUse = 'timeout exceeded when trying to connect';

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
        const client = await this.#pools[index]!.connect();
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
    if (this.#pools.length === 1) return this.#pools[0]!.query(config);
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

function verifyWritable(client: PoolClient, done: (error?: Error) => void): void {
  assertWritable(client).then(() => done(), done);
}
