import type { Connection, Submittable } from 'pg';

/** What the server sends of a base backup, in this order. */
export interface BackupReceiver {
  readonly openArchive: (name: string) => void;
  readonly openManifest: () => void;
  /** Bytes of the archive or the manifest that was opened last. */
  readonly write: (bytes: Buffer) => void;
  /** Bytes of the cluster that were sent until now. */
  readonly progress: (bytes: bigint) => void;
}

/** First bytes of the messages: https://www.postgresql.org/docs/18/protocol-replication.html */
const messages = { archive: 'n', manifest: 'm', data: 'd', progress: 'p' } as const;

/**
 * The command BASE_BACKUP of the replication protocol, which `pg` has no call for. The log that
 * makes the backup consistent is part of it.
 */
export class BaseBackupQuery implements Submittable {
  readonly done: Promise<void>;
  readonly #receiver: BackupReceiver;
  #resolve: () => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(receiver: BackupReceiver) {
    this.#receiver = receiver;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(
      "BASE_BACKUP (LABEL 'tollgate', PROGRESS, CHECKPOINT 'fast', WAL," +
        " MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    );
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const type = String.fromCharCode(chunk[0] ?? 0);
    const body = chunk.subarray(1);
    if (type === messages.data) this.#receiver.write(body);
    else if (type === messages.archive) this.#receiver.openArchive(readText(body));
    else if (type === messages.manifest) this.#receiver.openManifest();
    else if (type === messages.progress) this.#receiver.progress(body.readBigInt64BE());
    else throw new Error(`the server sent an unknown message of a backup: ${type}`);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  // Positions in the log and tablespaces come as rows; the backup label has the same.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** Until the first zero byte. */
function readText(bytes: Buffer): string {
  return bytes.subarray(0, bytes.indexOf(0)).toString('utf8');
}
