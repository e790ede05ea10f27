import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { withClient } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { createRedis } from '@tollgate/redis';
import type { Gateway } from './gateway';

/** Counters of the engines and the processes; the difference of two readings is what calls used. */
export interface EngineReading {
  /** Calls whose receipt is in the book. */
  readonly posted: number;
  readonly walBytes: number;
  readonly databaseBytes: number;
  readonly redisCommands: number;
  readonly redisNetworkBytes: number;
  readonly redisMemoryBytes: number;
  /** What the gateway process gave to the disk: its spool. */
  readonly spoolBytes: number;
}

const databaseSql = `
SELECT (SELECT count(*) FROM billing.generations)::text AS posted,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS wal,
       pg_database_size(current_database())::text AS size`;

export async function readEngines(gateway: Gateway): Promise<EngineReading> {
  const row = await withClient(gateway.databaseUrl, async (client) => {
    const { rows } = await client.query<Record<'posted' | 'wal' | 'size', string>>(databaseSql);
    return rows[0];
  });
  const info = await readRedisInfo(gateway.redisUrl);
  return {
    posted: Number(row?.posted),
    walBytes: Number(row?.wal),
    databaseBytes: Number(row?.size),
    redisCommands: info('total_commands_processed'),
    redisNetworkBytes: info('total_net_input_bytes') + info('total_net_output_bytes'),
    redisMemoryBytes: info('used_memory'),
    spoolBytes: readWrittenBytes(gateway.pids.relay),
  };
}

async function readRedisInfo(url: string): Promise<(name: string) => number> {
  const redis = createRedis({ url, name: 'bench', logger: silentLogger });
  await redis.connect();
  try {
    const text = await redis.info();
    return (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  } finally {
    redis.disconnect();
  }
}

/** Bytes that a process handed to the disk, as Linux counts them; NaN elsewhere. */
function readWrittenBytes(pid: number): number {
  const file = `/proc/${pid}/io`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? Number.NaN);
}

/** Open files and sockets of a process. */
export function countHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
