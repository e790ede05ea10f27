import { makeId } from '@tollgate/ids';
import type { Clock, Secrets } from '../shared/ports';
import type { SessionStore } from './ports';
import { getSessionEnd, type SessionOrigin } from './session';

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
