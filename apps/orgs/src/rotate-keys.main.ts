import { defineConfig, readByokMasterKey, readDatabaseUrl } from '@tollgate/config';
import { createLogger } from '@tollgate/observability';
import { createDatabase } from '@tollgate/postgres';
import { KeyRing, printResealed, type Resealed } from '@tollgate/secret-box';
import { resealByokKeys } from './byok/byok-seals-store';

const config = defineConfig({
  name: 'keys:rotate',
  read: (env) => ({ databaseUrl: readDatabaseUrl(env), masterKey: readByokMasterKey(env) }),
});

async function reseal(): Promise<Resealed> {
  const { databaseUrl: url, masterKey } = config.load(process.env);
  const logger = createLogger({ service: 'keys-rotate', level: 'error' });
  const database = createDatabase({ url, name: 'keys-rotate', logger });
  try {
    return await resealByokKeys(database, new KeyRing(masterKey.reveal()));
  } finally {
    await database.close();
  }
}

void printResealed('provider keys of organizations', reseal, process);
