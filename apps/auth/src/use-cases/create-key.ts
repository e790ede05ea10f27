import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import {
  applyKeyChange,
  getKeyHints,
  isExpired,
  keysPerUserMax,
  makeKeySecret,
  type ApiKey,
  type KeyChange,
  type KeyType,
} from '../domain/api-key';
import { listKeyScopes, mayCreateKey } from '../domain/key-scopes';
import { assertInFuture } from './assert-in-future';
import { describeKeyForAudit } from './describe-key-for-audit';
import type { AccountDatabase, Actor, Clock, KeyStore, Secrets } from './ports';

export interface CreateKeyInput {
  readonly actor: Actor;
  /** Names the key: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly label: string;
  readonly type: KeyType;
  readonly settings: KeyChange;
}

/** `secret` is null when the key was made before, by a call whose answer never came. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string | null;
}

export type CreateKey = (input: CreateKeyInput) => Promise<CreatedKey>;

interface CreateKeyPorts {
  readonly database: AccountDatabase;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * The secret is given here and nowhere else: only its hash is kept. `forbidden` when the acting key
 * may not make such a key, `conflict` when the user has as many keys as there may be.
 */
export function createCreateKey(ports: CreateKeyPorts): CreateKey {
  return async (input) => {
    const { actor, type } = input;
    const now = ports.clock.now();
    assertInFuture(input.settings.expiresAt, now);
    const secret = makeKeySecret(type, ports.secrets.makeKeyText());
    const key = makeKey(input, secret, now);
    return ports.database.withTransaction(async ({ users, keys, audit }) => {
      // One after the other, so that parallel calls cannot pass the bound together.
      const user = await users.lock(actor.userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      const made = await keys.findMade(actor.userId, key.id);
      if (made) return { key: made, secret: null };
      await assertMayCreate(keys, input, now);
      await assertRoom(keys, actor);
      await keys.insert(key, ports.secrets.hash(secret));
      const target = { type: 'key', id: key.id } as const;
      const after = describeKeyForAudit(key);
      await audit.record({ action: 'key.create', actor, target, after });
      return { key, secret };
    });
  };
}

function makeKey(
  { actor, ulid, label, type, settings }: CreateKeyInput,
  secret: string,
  now: Date,
) {
  const blank: ApiKey = {
    id: idPrefixes.key + ulid,
    userId: actor.userId,
    label,
    type,
    ...getKeyHints(secret),
    isEnabled: true,
    limitNanos: null,
    limitReset: null,
    limitPeriodLabel: null,
    expiresAt: null,
    allowedCidrs: [],
    hasFreeFallback: true,
    createdAt: now,
  };
  return applyKeyChange(blank, settings);
}

async function assertMayCreate(
  keys: KeyStore,
  { actor, type }: CreateKeyInput,
  now: Date,
): Promise<void> {
  if (actor.keyId === undefined) return;
  const acting = await keys.findOwned(actor.userId, actor.keyId);
  if (!acting?.isEnabled || isExpired(acting, now)) throw new AppError('unauthenticated');
  if (mayCreateKey(listKeyScopes(acting), type)) return;
  throw new AppError('forbidden', {
    message: 'A management key is made by its owner, or by a key with the scope keys:admin',
  });
}

async function assertRoom(keys: KeyStore, { userId }: Actor): Promise<void> {
  if ((await keys.countOwned(userId)) < keysPerUserMax) return;
  throw new AppError('conflict', {
    message: `An account has at most ${keysPerUserMax} keys; delete those that are not needed`,
  });
}
