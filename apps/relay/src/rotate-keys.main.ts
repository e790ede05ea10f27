import { defineConfig, readDatabaseUrl } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { describeResealed, SecretBox } from '@tollgate/secret-box';
import { resealProviderKeys } from './catalog/manage/reseal-provider-keys';
import { readSecretsKey } from './config';

const config = defineConfig({
  name: 'keys:rotate',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), secretsKey: readSecretsKey(env) }),
});

async function rotate(): Promise<void> {
  const { databaseUrl: url, secretsKey } = config.load(process.env);
  const logger = createLogger({ service: 'keys-rotate', level: 'error' });
  const database = createDatabase({ url, name: 'keys-rotate', logger });
  try {
    const resealed = await resealProviderKeys(database, new SecretBox(secretsKey.reveal()));
    const { isDone, text } = describeResealed('provider keys', resealed);
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
