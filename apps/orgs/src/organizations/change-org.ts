import { AppError } from '@tollgate/errors';
import { requireOrgRole, type Membership } from '@tollgate/org-access';
import type { PolicySignal } from '../policy/ports';
import type { AuditEntry } from '../shared/audit';
import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import type { OrgRequest } from '../shared/requester';
import type { Organization } from './organization';

/** What a change works with while the organization is locked. */
export interface OrgContext extends Stores {
  readonly org: Organization;
  /** The requester's role in the organization. */
  readonly membership: Membership;
  readonly now: Date;
  /** Writes the entry of the change in its transaction. */
  readonly record: (entry: Omit<AuditEntry, 'actor' | 'orgId'>) => Promise<void>;
}

export interface ChangeOptions extends OrgRequest {
  /** The change does not affect the policy that relays enforce. */
  readonly leavesPolicy?: true;
}

export type ChangeOrg = <T>(
  options: ChangeOptions,
  run: (context: OrgContext) => Promise<T>,
) => Promise<T>;

/**
 * The frame of every change by members: serialized per organization, authorized by the role that
 * the requester has under the lock, and announced to the relays.
 */
export function changeOrgUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
}): ChangeOrg {
  const { clock, database, signal } = ports;
  return async (options, run) => {
    const { orgId, requester, roles } = options;
    const need = { orgId, roles, requestId: requester.actor.requestId };
    // Check before taking the lock, so that other callers cannot block members.
    await requireOrgRole(requester.identity, need, database.members);
    const result = await database.withTransaction(async (stores) => {
      const org = await stores.organizations.lock(orgId);
      if (!org) throw new AppError('not_found', { message: 'No such organization' });
      const membership = await requireOrgRole(requester.identity, need, stores.members);
      const changed = await run({
        ...stores,
        org,
        membership,
        now: clock.now(),
        record: (entry) => stores.audit.record({ ...entry, actor: requester.actor, orgId }),
      });
      if (options.leavesPolicy !== true) await stores.policies.touch(orgId);
      return changed;
    });
    if (options.leavesPolicy !== true) await signal.changed(orgId);
    return result;
  };
}
