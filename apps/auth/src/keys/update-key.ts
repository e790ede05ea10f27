import { AppError } from '@tollgate/errors';
import type { Membership } from '@tollgate/org-access';
import type { SpendWindows } from '../shared/billing-ports';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import {
  applyKeyChange,
  describeKeyForAudit,
  getOwnerWalletId,
  noteDisabling,
  type ApiKey,
  type KeyChange,
  type KeyOrg,
} from './api-key';
import { assertInFuture } from './assert-in-future';
import { invalidateKey } from './invalidate-key';
import { assertInReach, type KeyManager, makeEnding, makeKeyAudit } from './key-manager';
import type { Invalidator } from './ports';

export interface UpdateKeyInput {
  readonly manager: KeyManager;
  readonly keyId: string;
  /** Undefined: it stays. */
  readonly label: string | undefined;
  /** With `fixed` a label must be the one the key has. */
  readonly labelRule: LabelRule;
  readonly change: Omit<KeyChange, 'label'>;
}

export type LabelRule = 'fixed' | 'free';

export type UpdateKey = (input: UpdateKeyInput) => Promise<void>;

interface UpdateKeyPorts {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'findMember' | 'hasTeam'>;
  readonly invalidator: Invalidator;
  readonly spendWindows: SpendWindows;
  readonly clock: Clock;
}

/** `not_found` for a foreign key as for none; in force on every edge when it resolves. */
export function updateKeyUseCase(ports: UpdateKeyPorts): UpdateKey {
  return async (input) => {
    const { manager, keyId, change } = input;
    const now = ports.clock.now();
    await assertMayEnable(ports, input);
    const keyHashes = await ports.database.withTransaction(async ({ keys, audit }) => {
      const found = await keys.lockOwned(manager.owner, keyId);
      if (!found) throw new AppError('not_found');
      assertInReach(manager, found.key);
      const label = readNewLabel(input, found.key);
      assertInFuture(change.expiresAt, now);
      if (Object.keys(change).length === 0 && label === undefined) return [];
      const wanted = label === undefined ? change : { ...change, label };
      const changed = applyKeyChange(found.key, wanted);
      await keys.update(noteDisabling(found.key, changed, makeEnding(manager, now)), now);
      const before = describeKeyForAudit(found.key);
      const after = describeKeyForAudit(changed);
      await audit.record({ ...makeKeyAudit(manager, 'update', keyId), before, after });
      return found.keyHashes;
    });
    if (keyHashes.length === 0) return;
    await invalidateKey(ports.invalidator, keyHashes);
    if (change.limitNanos === undefined && change.limitReset === undefined) return;
    await ports.spendWindows.forget(getOwnerWalletId(manager.owner), 'key', keyId);
  };
}

/** Before the transaction: no lock waits for another service. */
async function assertMayEnable(
  { database, orgs }: UpdateKeyPorts,
  { change, keyId, manager }: UpdateKeyInput,
): Promise<void> {
  if (change.isEnabled !== true || !('orgId' in manager.owner)) return;
  const key = await database.keys.findOwned(manager.owner, keyId);
  if (!key?.org || key.isEnabled) return;
  assertInReach(manager, key);
  await assertHolderRemains(orgs, key.org, manager.actor.requestId);
}

/** Undefined: the label stays. Raises: bad_request. */
function readNewLabel(
  { label, labelRule }: Pick<UpdateKeyInput, 'label' | 'labelRule'>,
  key: Pick<ApiKey, 'label'>,
): string | undefined {
  if (label === undefined || label === key.label) return undefined;
  if (labelRule === 'free') return label;
  throw new AppError('bad_request', {
    message: 'The name of a key cannot be changed on this route; a session can rename it',
    param: 'name',
  });
}

/** A key whose team or member is gone, or is a teacher now, stays off. Raises: conflict. */
export async function assertHolderRemains(
  orgs: Pick<Orgs, 'findMember' | 'hasTeam'>,
  { memberId, orgId, teamId }: KeyOrg,
  requestId: string,
): Promise<void> {
  const [hasMember, hasTeam] = await Promise.all([
    memberId === null || orgs.findMember(orgId, memberId, requestId).then(usesKeys),
    teamId === null || orgs.hasTeam(orgId, teamId, requestId),
  ]);
  if (hasMember && hasTeam) return;
  throw new AppError('conflict', {
    message: 'The member or team of this key is gone; make a new key instead',
  });
}

function usesKeys(member: Membership | undefined): boolean {
  return member !== undefined && member.role !== 'teacher';
}
