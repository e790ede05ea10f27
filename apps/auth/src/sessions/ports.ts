import type { User } from '../users/user';
import type { Session } from './session';

export interface SessionStore {
  insert(session: Session, tokenHash: string): Promise<void>;
  findLive(sessionId: string, now: Date): Promise<Session | undefined>;
  /** Locks the session until the transaction ends. */
  lockLive(sessionId: string, now: Date): Promise<Session | undefined>;
  findLiveByHash(
    tokenHash: string,
    now: Date,
  ): Promise<{ session: Session; user: User } | undefined>;
  renew(sessionId: string, renewedAt: Date, expiresAt: Date): Promise<void>;
  /** The hash of its token, or undefined when there was nothing to end. */
  revoke(sessionId: string, userId: string, now: Date): Promise<string | undefined>;
  /** Newest first. */
  listLive(userId: string, now: Date, page: SessionPage): Promise<readonly Session[]>;
  countLive(userId: string, now: Date): Promise<number>;
  /** How many were ended; `exceptId` stays. */
  revokeAll(userId: string, now: Date, exceptId?: string): Promise<number>;
  /** Where the account with an address signed in from lately, newest first. */
  listOrigins(email: string): Promise<readonly string[]>;
  /** Deletes the client addresses of the sign-ins of a user. */
  eraseOrigins(userId: string): Promise<void>;
  /** How many were deleted, at most `rowsMax`. */
  deleteEndedBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface SessionPage {
  readonly offset: number;
  readonly limit: number;
}
