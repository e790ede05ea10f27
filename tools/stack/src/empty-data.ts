import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeCluster } from '@tollgate/embedded';
import { StackError } from './stack-error';
import type { StackOptions } from './stack-options';

/** Everything the stack keeps. Named one by one, so that a mistyped folder loses nothing else. */
const entries = [
  ...['redis', 'kafka', 'spool', 'mail', 'logs'],
  ...['secrets.json', 'ports.json', 'demo.json', 'credentials.json', 'pids.json'],
];

/** `--fresh`: begins with empty data, which is only possible for data of its own. */
export function emptyData(options: StackOptions): void {
  const foreign = Object.entries({
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl,
    KAFKA_BROKERS: options.eventLog === 'kafka' ? options.kafkaBrokers : undefined,
  }).find(([, value]) => value !== undefined);
  if (foreign !== undefined) {
    throw new StackError(`--fresh empties only embedded data; empty the server of ${foreign[0]}`);
  }
  removeCluster(join(options.dataDirectory, 'postgres'));
  for (const entry of entries) {
    rmSync(join(options.dataDirectory, entry), { recursive: true, force: true });
  }
}
