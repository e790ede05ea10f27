import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import type { Actor } from '../shared/requester';
import type { DoTodo } from '../todos/do-todo';

/** How many organizations were purged. */
export type PurgeOrgs = () => Promise<number>;

const dayMs = 24 * 60 * 60 * 1_000;
const keptMs = 30 * dayMs;
const orgsPerRunMax = 20;

const actor: Actor = {
  type: 'system',
  userId: 'orgs',
  email: '',
  clientIp: '',
  requestId: '',
};

/**
 * Members, invitations, rules and provider keys of organizations that were deleted 30 days ago go,
 * and auth is asked to delete their keys until it has. The row stays, and so do ledger entries and
 * invoices, which billing has.
 */
export function purgeOrgsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly doTodo: DoTodo;
  readonly clock: Clock;
}): PurgeOrgs {
  const { clock, database, doTodo } = ports;

  async function purge(orgId: string, deletedBefore: Date): Promise<boolean> {
    const todo = await database.withTransaction(async (stores) => {
      const org = await stores.organizations.lock(orgId);
      // It may have been restored, or purged by another instance, since it was listed.
      const isDue = org?.deletedAt != null && org.deletedAt <= deletedBefore && !org.purgedAt;
      if (!isDue) return undefined;
      await empty(stores, orgId, clock.now());
      const wish = { kind: 'purge-keys', orgId, teamId: '', memberId: '' } as const;
      return stores.todos.add(wish, clock.now());
    });
    if (todo === undefined) return false;
    await doTodo(todo, '');
    return true;
  }

  return async () => {
    const deletedBefore = new Date(clock.now().getTime() - keptMs);
    const orgIds = await database.organizations.listPurgeable(deletedBefore, orgsPerRunMax);
    let purged = 0;
    for (const orgId of orgIds) if (await purge(orgId, deletedBefore)) purged += 1;
    return purged;
  };
}

async function empty(stores: Stores, orgId: string, now: Date): Promise<void> {
  await stores.byokKeys.deleteAll(orgId);
  await stores.rules.deleteAll(orgId);
  await stores.invitations.deleteAll(orgId);
  await stores.members.deleteAll(orgId);
  await stores.organizations.markPurged(orgId, now);
  await stores.audit.record({
    action: 'org.purge',
    actor,
    orgId,
    target: { type: 'org', id: orgId },
  });
  await stores.policies.touch(orgId);
}
