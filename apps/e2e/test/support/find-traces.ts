import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withClient } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import type { Gateway } from './gateway';

/** Where a text was found: files, Redis keys and tables. */
export interface Traces {
  readonly files: readonly string[];
  readonly redisKeys: readonly string[];
  readonly tables: readonly string[];
}

/**
 * Looks for a text in everything the stack has written: logs, spool, mail, every Redis value and
 * every column of every table, also inside binary ones.
 */
export async function findTraces(gateway: Gateway, text: string): Promise<Traces> {
  return {
    files: findInFiles(gateway.dataDirectory, text),
    redisKeys: await findInRedis(gateway.credentials().redisUrl, text),
    tables: await findInTables(gateway.credentials().databaseUrl, text),
  };
}

/** The database's own files are looked at by asking it; these two hold credentials on purpose. */
const passedOver = new Set(['postgres', 'secrets.json', 'credentials.json']);

function findInFiles(directory: string, text: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !passedOver.has(relative(directory, file).split('/')[0] ?? ''))
    .filter((file) => readIfThere(file).includes(text))
    .map((file) => relative(directory, file));
}

/** Spools are emptied and finished files renamed while this looks: what is gone has no text. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function findInRedis(url: string, text: string): Promise<string[]> {
  const redis = createRedis({ url, name: 'e2e', logger: silentLogger });
  await redis.connect();
  try {
    const found: string[] = [];
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000);
      cursor = next;
      for (const key of keys) {
        const value = JSON.stringify(await readRedisValue(redis, key));
        if (key.includes(text) || value.includes(text)) found.push(key);
      }
    } while (cursor !== '0');
    return found;
  } finally {
    redis.disconnect();
  }
}

async function readRedisValue(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'none':
      return '';
    default:
      throw new Error(`nobody looks into a Redis ${type}`);
  }
}

function findInTables(databaseUrl: string, text: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const found: string[] = [];
    // A row as text shows binary columns in hexadecimal.
    const hex = Buffer.from(text).toString('hex');
    for (const { name } of rows) {
      const hits = await client.query(
        `SELECT 1 FROM ${name} AS t
          WHERE position($1 IN t::text) > 0 OR position($2 IN t::text) > 0 LIMIT 1`,
        [text, hex],
      );
      if (hits.rows.length > 0) found.push(name);
    }
    return found;
  });
}
