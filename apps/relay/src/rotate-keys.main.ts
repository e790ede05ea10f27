import { defineConfig, readDatabaseUrl } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { printResealed, SecretBox, type Resealed } from '@tollgate/secret-box';
import { resealProviderKeys } from './catalog/manage/reseal-provider-keys';
import { readSecretsKey } from './config';

const config = defineConfig({
  name: 'keys:rotate',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), secretsKey: readSecretsKey(env) }),
});

async function reseal(): Promise<Resealed> {
  const { databaseUrl: url, secretsKey } = config.load(process.env);
  const logger = createLogger({ service: 'keys-rotate', level: 'error' });
  const database = createDatabase({ url, name: 'keys-rotate', logger });
  try {
    return await resealProviderKeys(database, new SecretBox(secretsKey.reveal()));
  } finally {
    await database.close();
  }
}

void printResealed('provider keys', reseal, process);
