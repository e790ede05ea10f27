import { AppError } from '@tollgate/errors';
import { describeKeyForAudit } from './describe-key-for-audit';
import type { AccountDatabase, Actor, Clock, Invalidator } from './ports';

export type DeleteKey = (input: { readonly actor: Actor; readonly keyId: string }) => Promise<void>;

/** The key is refused from now on; its row stays, since usage and the audit log name it. */
export function createDeleteKey(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): DeleteKey {
  return async ({ actor, keyId }) => {
    const now = ports.clock.now();
    const keyHash = await ports.database.withTransaction(async ({ keys, audit }) => {
      const found = await keys.lockOwned(actor.userId, keyId);
      if (!found) throw new AppError('not_found');
      await keys.revoke(keyId, now);
      const target = { type: 'key', id: keyId } as const;
      const before = describeKeyForAudit(found.key);
      await audit.record({ action: 'key.delete', actor, target, before });
      return found.keyHash;
    });
    await ports.invalidator.invalidate({ keyHash });
  };
}
