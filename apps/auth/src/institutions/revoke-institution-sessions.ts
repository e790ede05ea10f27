import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { SessionManager } from './manage-classes';
import type { SessionFilter } from './ports';

export type RevokeInstitutionSessions = (
  manager: SessionManager,
  filter: Omit<SessionFilter, 'orgId' | 'keyIds'>,
) => Promise<number>;

/**
 * How many were ended, by a teacher only of its classes; they are refused on every edge when it
 * resolves.
 */
export function revokeInstitutionSessionsUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): RevokeInstitutionSessions {
  return async ({ actor, orgId, teacherId }, filter) => {
    const { sessionId } = filter;
    const revoked = await ports.database.withTransaction(async (stores) => {
      const { audit, institutionSessions, institutionTeachers } = stores;
      const now = ports.clock.now();
      // Locked: once the removal of a teacher is answered, the teacher ends nothing more.
      const keyIds =
        teacherId === null ? undefined : await institutionTeachers.lockKeyIds(orgId, teacherId);
      const ended = await institutionSessions.revoke({ ...filter, orgId, keyIds }, now);
      if (ended.length === 0) return 0;
      const target =
        sessionId === undefined
          ? ({ type: 'org', id: orgId } as const)
          : ({ type: 'institution_session', id: sessionId } as const);
      const after = { ...filter, revoked: ended.length };
      await audit.record({ action: 'edu.session.revoked', actor, target, after, orgId });
      return ended.length;
    });
    if (revoked > 0) await ports.invalidator.invalidate({ orgId });
    return revoked;
  };
}
