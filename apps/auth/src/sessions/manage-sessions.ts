import { AppError } from '@tollgate/errors';
import { isId, makeId } from '@tollgate/ids';
import { invalidateKey } from '../keys/invalidate-key';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { User } from '../users/user';
import type { SessionPage, SessionStore } from './ports';
import { getSessionEnd, type Session, type SessionOrigin } from './session';

interface OwnSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Sessions of the caller. Those that end are refused on every edge when it resolves. */
export interface ManageSessions {
  /** Raises: unauthenticated when it ended since the edge looked it up. */
  get(session: OwnSession): Promise<{ readonly user: User; readonly session: Session }>;
  /** Those that are alive, newest first. */
  list(userId: string, page: SessionPage): Promise<readonly Session[]>;
  /** False for a foreign session as for none. */
  end(session: OwnSession): Promise<boolean>;
  /** Ends every session of the user but the one that asks. Ending none is no error. */
  endOthers(actor: Actor, sessionId: string): Promise<void>;
}

export function manageSessionsUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): ManageSessions {
  const { clock, database, invalidator } = ports;
  return {
    async get({ sessionId, userId }) {
      const [session, user] = await Promise.all([
        database.sessions.findLive(sessionId, clock.now()),
        database.users.findById(userId),
      ]);
      if (!session || !user || session.userId !== user.id) throw new AppError('unauthenticated');
      return { session, user };
    },

    list: (userId, page) => database.sessions.listLive(userId, clock.now(), page),

    async end({ sessionId, userId }) {
      if (!isId('session', sessionId)) return false;
      const sessionHash = await database.sessions.revoke(sessionId, userId, clock.now());
      if (sessionHash === undefined) return false;
      const tokenHashes = await database.playgroundTokens.deleteOfSession(sessionId);
      await invalidator.invalidate({ sessionHash });
      await invalidateKey(invalidator, tokenHashes);
      return true;
    },

    async endOthers(actor, sessionId) {
      const { userId } = actor;
      const now = clock.now();
      await database.withTransaction(async ({ audit, sessions }) => {
        const sessionsEnded = await sessions.revokeAll(userId, now, sessionId);
        if (sessionsEnded === 0) return;
        const target = { type: 'user', id: userId } as const;
        const after = { sessionsEnded };
        await audit.record({ action: 'user.sessions.end', actor, target, after });
      });
      await invalidator.invalidate({ userId });
    },
  };
}

/** Stores a new session and returns its token, of which only the hash is kept. */
export async function openSession(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  sessions: SessionStore,
  { ip, userAgent, userId }: SessionOrigin & { readonly userId: string },
): Promise<string> {
  const now = ports.clock.now();
  const token = ports.secrets.makeToken();
  const session = {
    id: makeId('session'),
    userId,
    createdAt: now,
    renewedAt: now,
    expiresAt: getSessionEnd(now, now),
    userAgent,
    ip,
  };
  await sessions.insert(session, ports.secrets.hash(token));
  return token;
}
