import { AppError } from '@tollgate/errors';
import { applyKeyChange, type KeyChange } from '../domain/api-key';
import { getWalletId } from '../domain/user';
import { assertInFuture } from './assert-in-future';
import { describeKeyForAudit } from './describe-key-for-audit';
import type { AccountDatabase, Actor, Clock, Invalidator, SpendWindows } from './ports';

export interface UpdateKeyInput {
  readonly actor: Actor;
  readonly keyId: string;
  /** Must be the label the key has, when it is given at all. */
  readonly label: string | undefined;
  readonly change: KeyChange;
}

export type UpdateKey = (input: UpdateKeyInput) => Promise<void>;

/** `not_found` for a foreign key as for none; in force on every edge when it resolves. */
export function createUpdateKey(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly spendWindows: SpendWindows;
  readonly clock: Clock;
}): UpdateKey {
  return async ({ actor, keyId, label, change }) => {
    const now = ports.clock.now();
    const keyHash = await ports.database.withTransaction(async ({ keys, audit }) => {
      const found = await keys.lockOwned(actor.userId, keyId);
      if (!found) throw new AppError('not_found');
      assertSameLabel(label, found.key.label);
      assertInFuture(change.expiresAt, now);
      if (Object.keys(change).length === 0) return undefined;
      const changed = applyKeyChange(found.key, change);
      await keys.update(changed, now);
      const target = { type: 'key', id: keyId } as const;
      const before = describeKeyForAudit(found.key);
      const after = describeKeyForAudit(changed);
      await audit.record({ action: 'key.update', actor, target, before, after });
      return found.keyHash;
    });
    if (keyHash === undefined) return;
    await ports.invalidator.invalidate({ keyHash });
    if (change.limitNanos === undefined && change.limitReset === undefined) return;
    await ports.spendWindows.forget(getWalletId({ id: actor.userId }), 'key', keyId);
  };
}

function assertSameLabel(given: string | undefined, current: string): void {
  if (given === undefined || given === current) return;
  throw new AppError('bad_request', {
    message: 'The name of a key cannot be changed; create a new key instead',
    param: 'name',
  });
}
