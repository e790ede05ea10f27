import type { OperatorToken } from './operator-token';

export interface OperatorTokenStore {
  /** One transaction makes tokens at a time: the lock lasts until it ends. */
  lockAll(): Promise<void>;
  /** False when the name was ever used. */
  insert(token: OperatorToken, tokenHash: string): Promise<boolean>;
  /** Revoked ones too. */
  find(tokenId: string): Promise<OperatorToken | undefined>;
  findLiveByHash(tokenHash: string, now: Date): Promise<OperatorToken | undefined>;
  /** Newest first, without revoked ones. */
  list(): Promise<readonly OperatorToken[]>;
  noteUse(tokenId: string, now: Date): Promise<void>;
  /** Undefined when there was nothing to revoke. */
  revoke(
    tokenId: string,
    now: Date,
  ): Promise<{ readonly token: OperatorToken; readonly tokenHash: string } | undefined>;
}
