import { defineConfig, readByokMasterKey, readDatabaseUrl } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { describeResealed, KeyRing } from '@tollgate/secret-box';
import { resealByokKeys } from './byok/byok-seals-store';

const config = defineConfig({
  name: 'keys:rotate',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), masterKey: readByokMasterKey(env) }),
});

async function rotate(): Promise<void> {
  const { databaseUrl: url, masterKey } = config.load(process.env);
  const logger = createLogger({ service: 'keys-rotate', level: 'error' });
  const database = createDatabase({ url, name: 'keys-rotate', logger });
  try {
    const resealed = await resealByokKeys(database, new KeyRing(masterKey.reveal()));
    const { isDone, text } = describeResealed('provider keys of organizations', resealed);
    process.stdout.write(`${text}\n`);
    process.exitCode = isDone ? 0 : 1;
  } finally {
    await database.close();
  }
}

rotate().catch((error: unknown) => {
  process.stderr.write(
    `keys:rotate could not run: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
