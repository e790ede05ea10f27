import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { OrgAdmin } from './manage-institution-keys';
import type { SessionFilter } from './ports';

export type RevokeInstitutionSessions = (
  admin: OrgAdmin,
  filter: Omit<SessionFilter, 'orgId'>,
) => Promise<number>;

/** How many were ended; they are refused on every edge when it resolves. */
export function revokeInstitutionSessionsUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): RevokeInstitutionSessions {
  return async ({ actor, orgId }, filter) => {
    const { sessionId } = filter;
    const revoked = await ports.database.withTransaction(async ({ audit, institutionSessions }) => {
      const now = ports.clock.now();
      const ended = await institutionSessions.revoke({ ...filter, orgId }, now);
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
