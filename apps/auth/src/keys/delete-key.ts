import { AppError } from '@tollgate/errors';
import type { AccountDatabase, Clock } from '../shared/ports';
import { describeKeyForAudit } from './api-key';
import { assertInReach, makeEnding, makeKeyAudit, type KeyManager } from './key-manager';
import { invalidateKey } from './invalidate-key';
import type { Invalidator } from './ports';

export type DeleteKey = (input: {
  readonly manager: KeyManager;
  readonly keyId: string;
}) => Promise<void>;

/** The key is refused from now on; its row stays, since usage and the audit log name it. */
export function deleteKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): DeleteKey {
  return async ({ manager, keyId }) => {
    const now = ports.clock.now();
    const keyHashes = await ports.database.withTransaction(async ({ keys, audit }) => {
      const found = await keys.lockOwned(manager.owner, keyId);
      if (!found) throw new AppError('not_found');
      assertInReach(manager, found.key);
      await keys.revoke(keyId, makeEnding(manager, now));
      const before = describeKeyForAudit(found.key);
      await audit.record({ ...makeKeyAudit(manager, 'delete', keyId), before });
      return found.keyHashes;
    });
    await invalidateKey(ports.invalidator, keyHashes);
  };
}
