import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import { idPrefixes } from '@tollgate/ids';
import { requireOrgRole } from '@tollgate/org-access';
import { getKeyHints } from '../keys/api-key';
import { assertInFuture } from '../keys/assert-in-future';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import {
  institutionKeysMax,
  makeInstitutionSecret,
  type InstitutionKey,
  type InstitutionKeyChange,
  describeInstitutionKey,
} from './institution-key';

/** An org_admin who acts in an organization. */
export interface OrgAdmin {
  readonly actor: Actor;
  readonly orgId: string;
}

export interface ManageInstitutionKeys {
  /** Raises what requireOrgRole raises. */
  requireAdmin(caller: CallerIdentity, admin: OrgAdmin): Promise<OrgAdmin>;
  /** Oldest first; there are few. */
  list(orgId: string): Promise<readonly InstitutionKey[]>;
  /**
   * The secret is given here and nowhere else; it is null when the key was made before, by a call
   * whose answer never came. Raises: conflict when there are as many keys as there may be.
   */
  create(
    admin: OrgAdmin,
    wanted: {
      /** Names the key: a call that is run again makes no second one. */
      readonly ulid: string;
      readonly name: string;
      readonly expiresAt: Date | null;
    },
  ): Promise<{ readonly key: InstitutionKey; readonly secret: string | null }>;
  /** Disabling a key blocks new sessions; open ones stay. Raises: not_found. */
  update(admin: OrgAdmin, keyId: string, change: InstitutionKeyChange): Promise<InstitutionKey>;
  /** Ends every session that began with the key; its teachers lose the class. Raises: not_found. */
  remove(admin: OrgAdmin, keyId: string): Promise<void>;
}

interface Ports {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'find'>;
  readonly invalidator: Invalidator;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export function manageInstitutionKeysUseCase(ports: Ports): ManageInstitutionKeys {
  const { clock, database } = ports;
  return {
    async requireAdmin(caller, { actor, orgId }) {
      const need = { orgId, roles: ['org_admin'], requestId: actor.requestId } as const;
      await requireOrgRole(caller, need, ports.orgs);
      return { actor, orgId };
    },

    list: (orgId) => database.institutionKeys.list(orgId),

    create: (admin, wanted) => create(ports, admin, wanted),

    async update({ actor, orgId }, keyId, change) {
      const now = clock.now();
      assertInFuture(change.expiresAt, now);
      return database.withTransaction(async ({ audit, institutionKeys }) => {
        const key = await institutionKeys.lock(orgId, keyId);
        if (!key) throw new AppError('not_found');
        const changed = { ...key, ...change };
        await institutionKeys.update(changed, now);
        const target = { type: 'institution_key', id: keyId } as const;
        const [before, after] = [describeInstitutionKey(key), describeInstitutionKey(changed)];
        await audit.record({ action: 'org.key.update', actor, target, before, after, orgId });
        return changed;
      });
    },

    async remove({ actor, orgId }, keyId) {
      const now = clock.now();
      await database.withTransaction(async (stores) => {
        const { audit, institutionKeys, institutionSessions, institutionTeachers } = stores;
        // Before the sessions: a sign-in that runs now waits for this lock and then finds no key.
        const key = await institutionKeys.lock(orgId, keyId);
        if (!key) throw new AppError('not_found');
        await institutionKeys.revoke(keyId, now);
        await institutionTeachers.removeKey(keyId);
        const ended = await institutionSessions.revoke({ orgId, keyId }, now);
        const target = { type: 'institution_key', id: keyId } as const;
        const before = describeInstitutionKey(key);
        const after = { deleted: true, sessionsRevoked: ended.length };
        await audit.record({ action: 'org.key.delete', actor, target, before, after, orgId });
      });
      await ports.invalidator.invalidate({ orgId });
    },
  };
}

async function create(
  { clock, database, secrets }: Ports,
  { actor, orgId }: OrgAdmin,
  { expiresAt, name, ulid }: Parameters<ManageInstitutionKeys['create']>[1],
): ReturnType<ManageInstitutionKeys['create']> {
  const now = clock.now();
  assertInFuture(expiresAt, now);
  const secret = makeInstitutionSecret(secrets.makeKeyText());
  const id = idPrefixes.institutionKey + ulid;
  const hints = getKeyHints(secret);
  const key = {
    id,
    orgId,
    name,
    ...hints,
    isEnabled: true,
    expiresAt,
    createdAt: now,
    teacherIds: [],
  };
  return database.withTransaction(async ({ audit, institutionKeys, keys }) => {
    await keys.lockOrg(orgId);
    const made = await institutionKeys.findMade(orgId, id);
    if (made) return { key: made, secret: null };
    if ((await institutionKeys.list(orgId)).length >= institutionKeysMax) {
      throw new AppError('conflict', {
        message: `An organization has at most ${institutionKeysMax} institution keys`,
      });
    }
    await institutionKeys.insert(key, secrets.hash(secret));
    const target = { type: 'institution_key', id } as const;
    const after = describeInstitutionKey(key);
    await audit.record({ action: 'org.key.create', actor, target, after, orgId });
    return { key, secret };
  });
}
