import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import { isId } from '@tollgate/ids';
import { requireOrgRole } from '@tollgate/org-access';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { teachersPerKeyMax, type InstitutionKey } from './institution-key';
import type { OrgAdmin } from './manage-institution-keys';

/** An org_admin, or a teacher with its classes. */
export interface SessionManager extends OrgAdmin {
  /** Of a teacher, which reaches only the sessions of its classes; null: an org_admin. */
  readonly teacherId: string | null;
}

/** A class is an institution key: its students are the sessions that began with it. */
export interface InstitutionClass {
  readonly key: InstitutionKey;
  readonly activeSessions: number;
}

interface TeacherOfKey {
  readonly keyId: string;
  readonly memberId: string;
}

export interface ManageClasses {
  /** Raises what requireOrgRole raises. */
  requireSessionManager(caller: CallerIdentity, admin: OrgAdmin): Promise<SessionManager>;
  /** Oldest first; of a teacher only its own. */
  list(manager: SessionManager): Promise<readonly InstitutionClass[]>;
  /**
   * Changes nothing for a teacher of the class. Raises: not_found without such a key,
   * unsupported_param for a member without the role teacher, conflict for too many teachers.
   */
  assign(admin: OrgAdmin, teacher: TeacherOfKey): Promise<void>;
  /** Raises: not_found when the member does not teach the class. */
  remove(admin: OrgAdmin, teacher: TeacherOfKey): Promise<void>;
}

interface Ports {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'find' | 'findMember'>;
  readonly clock: Clock;
}

export function manageClassesUseCase(ports: Ports): ManageClasses {
  const { clock, database } = ports;
  return {
    async requireSessionManager(caller, { actor, orgId }) {
      const { requestId } = actor;
      const need = { orgId, roles: ['org_admin', 'teacher'], requestId } as const;
      const { memberId, role } = await requireOrgRole(caller, need, ports.orgs);
      return { actor, orgId, teacherId: role === 'teacher' ? memberId : null };
    },

    async list({ orgId, teacherId }) {
      const [keys, active] = await Promise.all([
        database.institutionKeys.list(orgId),
        database.institutionSessions.countActive(orgId, clock.now()),
      ]);
      return keys
        .filter(({ teacherIds }) => teacherId === null || teacherIds.includes(teacherId))
        .map((key) => ({ key, activeSessions: active.get(key.id) ?? 0 }));
    },

    assign: (admin, teacher) => assign(ports, admin, teacher),

    async remove({ actor, orgId }, { keyId, memberId }) {
      await database.withTransaction(async ({ audit, institutionKeys, institutionTeachers }) => {
        const key = await institutionKeys.lock(orgId, keyId);
        const isKnown = key !== undefined && isId('member', memberId);
        // Waits for a teacher that is ending sessions; afterwards it ends none.
        if (!isKnown || !(await institutionTeachers.remove(keyId, memberId))) {
          throw new AppError('not_found');
        }
        const target = { type: 'institution_key', id: keyId } as const;
        const before = { memberId };
        await audit.record({ action: 'edu.teacher.removed', actor, target, before, orgId });
      });
    },
  };
}

async function assign(
  { clock, database, orgs }: Ports,
  { actor, orgId }: OrgAdmin,
  { keyId, memberId }: TeacherOfKey,
): Promise<void> {
  const isKnown = isId('member', memberId);
  const member = isKnown ? await orgs.findMember(orgId, memberId, actor.requestId) : undefined;
  await database.withTransaction(async ({ audit, institutionKeys, institutionTeachers }) => {
    const key = await institutionKeys.lock(orgId, keyId);
    if (!key) throw new AppError('not_found');
    if (member?.role !== 'teacher') {
      throw new AppError('unsupported_param', {
        message: 'memberId: is no member with the role teacher',
        param: 'memberId',
      });
    }
    const teacher = { keyId, memberId, orgId, assignedAt: clock.now() };
    if (!(await institutionTeachers.insert(teacher))) return;
    if ((await institutionTeachers.count(keyId)) > teachersPerKeyMax) {
      throw new AppError('conflict', {
        message: `A class has at most ${teachersPerKeyMax} teachers`,
      });
    }
    const target = { type: 'institution_key', id: keyId } as const;
    const after = { memberId };
    await audit.record({ action: 'edu.teacher.assigned', actor, target, after, orgId });
  });
}
