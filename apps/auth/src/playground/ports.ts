import type { Session } from '../sessions/session';
import type { User } from '../users/user';

export interface PlaygroundToken {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface PlaygroundTokenStore {
  insert(token: PlaygroundToken, tokenHash: string): Promise<void>;
  /** Undefined when it has ended, or its session has. */
  findLiveByHash(
    tokenHash: string,
    now: Date,
  ): Promise<{ token: PlaygroundToken; session: Session; user: User } | undefined>;
  /** Hashes of the newest ones beyond `keptMax`, which are deleted with those that have ended. */
  deleteOldest(sessionId: string, keptMax: number, now: Date): Promise<readonly string[]>;
  /** Hashes of the tokens that were deleted. */
  deleteOfSession(sessionId: string): Promise<readonly string[]>;
}
