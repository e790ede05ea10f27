import { defineConfig, readDatabaseUrl, readRedisUrl } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { createRedis } from '@tollgate/redis';
import { Till } from '@tollgate/till';
import { createBook } from './store/book-store';
import type { InvariantResult } from './verify/invariants';
import { verifyBook } from './verify/verify-book';
import { verifyTill } from './verify/verify-till';

const config = defineConfig({
  name: 'ledger:verify',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), redisUrl: readRedisUrl(env) }),
});

const statementTimeoutMs = 10 * 60_000;

async function verify(): Promise<readonly InvariantResult[]> {
  const { databaseUrl, redisUrl } = config.load(process.env);
  const logger = createLogger({ service: 'ledger-verify', level: 'error' });
  const database = createDatabase({
    url: databaseUrl,
    name: 'ledger-verify',
    logger,
    statementTimeoutMs,
  });
  const redis = createRedis({ url: redisUrl, name: 'ledger-verify', logger });
  try {
    await redis.connect();
    return [
      ...(await verifyBook(database)),
      ...(await verifyTill(
        (ulids) => createBook(database).findPosted(ulids),
        new Till(redis),
        Date.now(),
      )),
    ];
  } finally {
    redis.disconnect();
    await database.close();
  }
}

function print(results: readonly InvariantResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { name, figure, isHeld } of results) {
    process.stdout.write(`${isHeld ? 'ok    ' : 'BREACH'}  ${name.padEnd(width)}  ${figure}\n`);
  }
  const breaches = results.filter(({ isHeld }) => !isHeld).length;
  process.stdout.write(
    `ledger: ${results.length - breaches} of ${results.length} invariants hold\n`,
  );
  process.exitCode = breaches === 0 ? 0 : 1;
}

verify().then(print, (error: unknown) => {
  process.stderr.write(
    `ledger:verify could not run: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
});
