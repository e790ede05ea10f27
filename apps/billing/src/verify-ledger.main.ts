import { defineConfig, readDatabaseUrl, readRedisUrl } from '@tollgate/config';
import { makeServiceEnvironment } from '@tollgate/hosting';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { createRedis } from '@tollgate/redis';
import { Till } from '@tollgate/till';
import { createBook } from './ledger/book-store';
import { decodeUsage } from './ledger/decode-usage';
import { describeFigure, isHeld, type InvariantResult } from './verify/invariants';
import { verifyAll } from './verify/verify-all';

const config = defineConfig({
  name: 'ledger:verify',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), redisUrl: readRedisUrl(env) }),
});

const statementTimeoutMs = 10 * 60_000;

async function verify(): Promise<readonly InvariantResult[]> {
  // In a container of several services the variables of billing begin with BILLING__.
  const environment = makeServiceEnvironment(process.env, 'billing', []);
  const { databaseUrl, redisUrl } = config.load(environment);
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
    return await verifyAll({
      database,
      findPosted: (ulids) => createBook(database).findPosted(ulids),
      decodeUsage,
      till: new Till(redis),
      getNowMs: () => Date.now(),
    });
  } finally {
    redis.disconnect();
    await database.close();
  }
}

function print(results: readonly InvariantResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const result of results) {
    const verdict = isHeld(result) ? 'ok    ' : 'BREACH';
    const name = result.name.padEnd(width);
    process.stdout.write(`${verdict}  ${name}  ${describeFigure(result)}\n`);
  }
  const breaches = results.filter((result) => !isHeld(result)).length;
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
