import { AppError } from '@tollgate/errors';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock, Stores } from '../shared/ports';
import type { Invalidator, OrgPlace } from './ports';

export type DisableOrgKeys = (input: OrgPlace & { readonly requestId: string }) => Promise<number>;

/**
 * How many keys were switched off now; of a whole organization also those of its institution, whose
 * sessions end. A member also loses its classes. Keys are refused on every edge when it resolves,
 * also when an earlier attempt had disabled them and died before it could invalidate the edges.
 */
export function disableOrgKeysUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): DisableOrgKeys {
  return async ({ requestId, ...place }) => {
    const { orgId } = place;
    const actor: Actor = { type: 'system', userId: 'orgs', email: '', clientIp: '', requestId };
    const isWhole = place.memberId === undefined && place.teamId === undefined;
    const disabled = await ports.database.withTransaction(async (stores) => {
      const now = ports.clock.now();
      await removeTeacher(stores, place, actor);
      const keyIds = await stores.keys.disableOrgKeys(place, now);
      if (isWhole) await stores.institutionKeys.disableAll(orgId, now);
      if (isWhole) await stores.institutionSessions.revoke({ orgId }, now);
      if (keyIds.length === 0) return 0;
      await stores.audit.record({
        action: 'org.key.update',
        actor,
        target: { type: 'org', id: orgId },
        before: { enabled: true },
        after: { ...place, enabled: false, keyIds },
        orgId,
      });
      return keyIds.length;
    });
    await ports.invalidator.invalidate({ orgId });
    return disabled;
  };
}

async function removeTeacher(
  { audit, institutionTeachers }: Stores,
  { memberId, orgId }: OrgPlace,
  actor: Actor,
): Promise<void> {
  if (memberId === undefined) return;
  for (const keyId of await institutionTeachers.removeMember(orgId, memberId)) {
    const target = { type: 'institution_key', id: keyId } as const;
    await audit.record({
      action: 'edu.teacher.removed',
      actor,
      target,
      before: { memberId },
      orgId,
    });
  }
}

export type FilterOrgKeys = (
  orgId: string,
  keyIds: readonly string[],
) => Promise<readonly string[]>;

const keysMax = 100;

/** Which of some keys are an organization's. */
export function filterOrgKeysUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FilterOrgKeys {
  return async (orgId, keyIds) => {
    if (keyIds.length > keysMax) {
      throw new AppError('bad_request', { message: `At most ${keysMax} keys at once` });
    }
    return ports.database.keys.filterOrgKeys(orgId, keyIds);
  };
}

/** Whether nothing is left. */
export type PurgeOrgKeys = (orgId: string) => Promise<boolean>;

const rowsMax = 5_000;

/** Deletes keys and institution sessions of an organization, some thousand rows at a time. */
export function purgeOrgKeysUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
}): PurgeOrgKeys {
  return async (orgId) => {
    const { keys } = ports.database;
    const deleted = await keys.deleteOrgKeys(orgId, rowsMax);
    if (deleted > 0) await ports.invalidator.invalidate({ orgId });
    return deleted < rowsMax;
  };
}
