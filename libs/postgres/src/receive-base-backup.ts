import type { ClientConfig } from 'pg';
import { BaseBackupQuery, type BackupReceiver } from './base-backup-query';
import { openClient } from './open-client';

/**
 * Receives a consistent copy of the whole cluster while it runs. Needs a role with REPLICATION,
 * such as a superuser.
 */
export async function receiveBaseBackup(url: string, receiver: BackupReceiver): Promise<void> {
  // With a database: such a connection needs no line of its own in pg_hba.conf.
  const settings: ClientConfig & { replication: string } = { replication: 'database' };
  let fail: (error: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (fail = reject));
  lost.catch(() => undefined);
  const client = await openClient(url, settings, (each) =>
    each.on('error', (error) => fail(error)),
  );
  try {
    const query = client.query(new BaseBackupQuery(receiver));
    await Promise.race([query.done, lost]);
  } finally {
    await client.end();
  }
}
