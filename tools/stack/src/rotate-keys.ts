import { readJsonFile } from '@tollgate/embedded';
import { runServiceProgram } from './run-service-program';
import { secretsFile, type Secrets } from './secrets';
import type { StackOptions } from './stack-options';

/** Seals everything that is stored with the first key of SECRETS_KEY and of BYOK_MASTER_KEY. */
export async function rotateKeys(options: StackOptions): Promise<number> {
  const { dataDirectory, environment } = options;
  const kept = readJsonFile<Secrets>(secretsFile(dataDirectory));
  const keys = {
    SECRETS_KEY: environment['SECRETS_KEY'] ?? kept?.secretsKey ?? '',
    BYOK_MASTER_KEY: environment['BYOK_MASTER_KEY'] ?? kept?.byokMasterKey ?? '',
  };
  const program = { name: 'rotate-keys', environment: keys };
  const relay = await runServiceProgram(options, { ...program, app: 'relay' });
  const orgs = await runServiceProgram(options, { ...program, app: 'orgs' });
  return Math.max(relay, orgs);
}
