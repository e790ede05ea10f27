import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { Invalidator, OrgPlace } from './ports';

export type DisableOrgKeys = (input: OrgPlace & { readonly requestId: string }) => Promise<number>;

/**
 * How many keys were switched off now; of a whole organization also those of its institution, whose
 * sessions end. They are refused on every edge when it resolves, also when an earlier attempt had
 * disabled them and died before it could invalidate the edges.
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
