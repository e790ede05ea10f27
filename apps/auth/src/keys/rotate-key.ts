import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import { getKeyHints, getOwnerWalletId, makeKeySecret, type ApiKey } from './api-key';
import { assertMayMakeSecret, type CreatedKey } from './create-key';
import { invalidateKey } from './invalidate-key';
import { assertInReach, makeKeyAudit, type KeyManager } from './key-manager';
import { noUsage, type KeyUsage } from './key-usage';
import type { KeyWithUsage } from './list-keys';
import type { Invalidator } from './ports';

export interface RotateKeyInput {
  readonly manager: KeyManager;
  readonly keyId: string;
  /** Names the rotation: a call that is run again does not rotate twice. */
  readonly ulid: string;
  /** How long the present secret works on; 0: not at all. */
  readonly graceSeconds: number;
}

export type RotateKey = (input: RotateKeyInput) => Promise<CreatedKey & KeyWithUsage>;

interface RotateKeyPorts {
  readonly database: AccountDatabase;
  readonly wallets: Pick<Wallets, 'listKeyUsage'>;
  readonly invalidator: Invalidator;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * A new secret for the same key: settings, spend and caps stay with the row. Of several rotations
 * in one grace only the newest secret and the one before it work. `not_found` for a foreign key as
 * for none, `forbidden` when the manager may not have the secret.
 */
export function rotateKeyUseCase(ports: RotateKeyPorts): RotateKey {
  return async (input) => {
    const { keyId, manager, ulid } = input;
    if (!isId('key', keyId)) throw new AppError('not_found');
    // Before the change: nothing may fail between it and the answer that shows the secret.
    const usage = await findUsage(ports, input);
    const now = ports.clock.now();
    const { keyHashes, ...rotated } = await ports.database.withTransaction(async (stores) => {
      const { audit, keys, users } = stores;
      // Waits for a password reset or an end of the account, which lock the user first.
      const user = await users.lock(manager.actor.userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      const found = await keys.lockOwned(manager.owner, keyId);
      if (!found) throw new AppError('not_found');
      assertInReach(manager, found.key);
      assertOwnManagementKey(manager, found.key);
      await assertMayMakeSecret(stores, { manager, type: found.key.type }, now);
      if (found.rotationUlid === ulid) return { key: found.key, secret: null, keyHashes: [] };
      const secret = makeKeySecret(found.key.type, ports.secrets.makeKeyText());
      const previousEndsAt = getGraceEnd(input, now);
      const key = { ...found.key, ...getKeyHints(secret), previousEndsAt };
      await keys.rotate(key, { hash: ports.secrets.hash(secret), ulid }, now);
      const after = { keyPrefix: key.prefix, previousSecretEndsAt: formatEnd(previousEndsAt) };
      const before = { keyPrefix: found.key.prefix };
      await audit.record({ ...makeKeyAudit(manager, 'rotate', keyId), before, after });
      return { key, secret, keyHashes: found.keyHashes };
    });
    // Edges look the old secret up again and learn when it ends.
    await invalidateKey(ports.invalidator, keyHashes);
    return { ...rotated, usage };
  };
}

async function findUsage(
  { wallets }: RotateKeyPorts,
  { keyId, manager }: RotateKeyInput,
): Promise<KeyUsage> {
  const walletId = getOwnerWalletId(manager.owner);
  const [usage] = await wallets.listKeyUsage(walletId, [keyId], manager.actor.requestId);
  return usage ?? noUsage;
}

function getGraceEnd({ graceSeconds }: RotateKeyInput, now: Date): Date | null {
  return graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1_000);
}

function formatEnd(end: Date | null): string | null {
  return end?.toISOString() ?? null;
}

/** A management key of an organization acts as the member it is for. Raises: forbidden. */
function assertOwnManagementKey({ actor }: KeyManager, key: ApiKey): void {
  if (key.org === null || key.type === 'standard' || key.userId === actor.userId) return;
  throw new AppError('forbidden', {
    message: 'A management key is rotated by the member it is for',
  });
}
