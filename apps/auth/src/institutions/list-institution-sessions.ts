import { noUsage, type KeyUsage } from '../keys/key-usage';
import type { SessionPage } from '../sessions/ports';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { getSessionStatus, type SessionStatus } from './institution-session';
import type { SessionManager } from './manage-classes';
import type { NamedSession } from './ports';

export interface ListedSession {
  readonly session: NamedSession;
  readonly status: SessionStatus;
  readonly usage: KeyUsage;
}

export type ListInstitutionSessions = (
  manager: SessionManager,
  filter: {
    readonly email?: string | undefined;
    readonly keyId?: string | undefined;
    readonly status?: SessionStatus | undefined;
  },
  page: SessionPage,
) => Promise<readonly ListedSession[]>;

/**
 * Newest first, for a teacher only of its classes, with what each has used: a session is a key to
 * billing.
 */
export function listInstitutionSessionsUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'institutionSessions' | 'institutionTeachers'>;
  readonly wallets: Pick<Wallets, 'listKeyUsage'>;
  readonly clock: Clock;
}): ListInstitutionSessions {
  const { clock, database, wallets } = ports;
  return async ({ actor, orgId, teacherId }, filter, page) => {
    const now = clock.now();
    const keyIds =
      teacherId === null
        ? undefined
        : await database.institutionTeachers.listKeyIds(orgId, teacherId);
    const wanted = { ...filter, orgId, keyIds };
    const sessions = await database.institutionSessions.list(wanted, page, now);
    if (sessions.length === 0) return [];
    const ids = sessions.map(({ id }) => id);
    const usages = await wallets.listKeyUsage(orgId, ids, actor.requestId);
    return sessions.map((session, index) => ({
      session,
      status: getSessionStatus(session, now),
      usage: usages[index] ?? noUsage,
    }));
  };
}
