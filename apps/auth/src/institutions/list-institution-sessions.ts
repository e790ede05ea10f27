import { noUsage, type KeyUsage } from '../keys/key-usage';
import type { SessionPage } from '../sessions/ports';
import type { Wallets } from '../shared/billing-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import {
  getSessionStatus,
  type InstitutionSession,
  type SessionStatus,
} from './institution-session';

export interface ListedSession {
  readonly session: InstitutionSession;
  readonly status: SessionStatus;
  readonly usage: KeyUsage;
}

export type ListInstitutionSessions = (
  filter: {
    readonly orgId: string;
    readonly email?: string | undefined;
    readonly status?: SessionStatus | undefined;
  },
  page: SessionPage,
  requestId: string,
) => Promise<readonly ListedSession[]>;

/** Newest first, with what each has used: a session is a key to billing. */
export function listInstitutionSessionsUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'institutionSessions'>;
  readonly wallets: Pick<Wallets, 'listKeyUsage'>;
  readonly clock: Clock;
}): ListInstitutionSessions {
  return async (filter, page, requestId) => {
    const now = ports.clock.now();
    const sessions = await ports.database.institutionSessions.list(filter, page, now);
    if (sessions.length === 0) return [];
    const ids = sessions.map(({ id }) => id);
    const usages = await ports.wallets.listKeyUsage(filter.orgId, ids, requestId);
    return sessions.map((session, index) => ({
      session,
      status: getSessionStatus(session, now),
      usage: usages[index] ?? noUsage,
    }));
  };
}
