import { Client } from 'pg';
import { BaseBackupQuery, type BackupReceiver } from './base-backup-query';

/**
 * Receives a consistent copy of the whole cluster while it runs. Needs a role with REPLICATION,
 * such as a superuser.
 */
export async function receiveBaseBackup(url: string, receiver: BackupReceiver): Promise<void> {
  // With a database: such a connection needs no line of its own in pg_hba.conf.
  const settings = { connectionString: url, replication: 'database' };
  const client = new Client(settings);
  const lost = new Promise<never>((_, reject) => client.on('error', reject));
  lost.catch(() => undefined);
  await client.connect();
  try {
    const query = client.query(new BaseBackupQuery(receiver));
    await Promise.race([query.done, lost]);
  } finally {
    await client.end();
  }
}
