import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import {
  applyKeyChange,
  getKeyHints,
  isExpired,
  keysPerOrgMax,
  keysPerUserMax,
  makeKeySecret,
  noteDisabling,
  type ApiKey,
  type KeyChange,
  type KeyType,
  describeKeyForAudit,
} from './api-key';
import { assertInFuture } from './assert-in-future';
import { findKeyHolder, type KeyHolder, type WantedPlace } from './find-key-holder';
import { makeEnding, makeKeyAudit, type KeyManager } from './key-manager';
import { listKeyScopes, mayCreateKey } from './key-scopes';

export interface CreateKeyInput {
  readonly manager: KeyManager;
  /** Names the key: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly label: string;
  readonly type: KeyType;
  readonly settings: KeyChange;
  /** For whom in an organization; means nothing for personal keys. */
  readonly place: WantedPlace;
}

/** `secret` is null when the key was made before, by a call whose answer never came. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string | null;
}

export type CreateKey = (input: CreateKeyInput) => Promise<CreatedKey>;

interface CreateKeyPorts {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'findMember' | 'hasTeam'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * The secret is given here and nowhere else: only its hash is kept. `forbidden` when the manager
 * may not make such a key, `conflict` when the owner has as many keys as there may be.
 */
export function createKeyUseCase(ports: CreateKeyPorts): CreateKey {
  return async (input) => {
    const { manager } = input;
    const now = ports.clock.now();
    assertInFuture(input.settings.expiresAt, now);
    const holder = await findKeyHolder(ports.orgs, input);
    const secret = makeKeySecret(input.type, ports.secrets.makeKeyText());
    const key = makeKey(input, holder, { secret, now });
    return ports.database.withTransaction(async (stores) => {
      const { audit, keys, users } = stores;
      // One after the other, so that parallel calls cannot pass the bound together.
      const user = await users.lock(manager.actor.userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      if ('orgId' in manager.owner) await keys.lockOrg(manager.owner.orgId);
      const made = await keys.findMade(manager.owner, key.id);
      if (made) return { key: made, secret: null };
      await assertMayMakeSecret(stores, input, now);
      await assertRoom(keys, manager);
      await keys.insert(key, ports.secrets.hash(secret));
      const after = describeKeyForAudit(key);
      await audit.record({ ...makeKeyAudit(manager, 'create', key.id), after });
      return { key, secret };
    });
  };
}

function makeKey(
  { label, manager, settings, type, ulid }: CreateKeyInput,
  { org, userId }: KeyHolder,
  { now, secret }: { readonly now: Date; readonly secret: string },
): ApiKey {
  const blank: ApiKey = {
    id: idPrefixes.key + ulid,
    userId,
    org,
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
    lastUsedAt: null,
    previousEndsAt: null,
    disabled: null,
    deleted: null,
  };
  return noteDisabling(blank, applyKeyChange(blank, settings), makeEnding(manager, now));
}

/**
 * Raises: unauthenticated for a credential that was revoked after the edge cached it, for example
 * by a reset; forbidden when the manager may not have the secret of such a key.
 */
export async function assertMayMakeSecret(
  { keys, sessions }: Pick<Stores, 'keys' | 'sessions'>,
  { manager, type }: Pick<CreateKeyInput, 'manager' | 'type'>,
  now: Date,
): Promise<void> {
  const { keyId, sessionId, userId } = manager.actor;
  if (keyId === undefined) {
    if (sessionId === undefined || (await sessions.findLive(sessionId, now))) return;
    throw new AppError('unauthenticated');
  }
  const acting = await keys.findById(keyId);
  const isLive = acting?.userId === userId && acting.isEnabled && !isExpired(acting, now);
  if (!isLive) throw new AppError('unauthenticated');
  if (mayCreateKey(listKeyScopes(acting), type)) return;
  throw new AppError('forbidden', {
    message: 'A management key is made by its owner, or by a key with the scope keys:admin',
  });
}

async function assertRoom(keys: Stores['keys'], { owner }: KeyManager): Promise<void> {
  const [max, who] =
    'orgId' in owner ? [keysPerOrgMax, 'organization'] : [keysPerUserMax, 'account'];
  if ((await keys.countOwned(owner)) < max) return;
  throw new AppError('conflict', {
    message: `An ${who} has at most ${max} keys; delete those that are not needed`,
  });
}
