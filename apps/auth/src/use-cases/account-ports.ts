import type { MailKind, PendingMail, TokenKind } from '../domain/mail';
import type { User, UserRole } from '../domain/user';

export interface UserFilter {
  /** A whole address, or the beginning of one. */
  readonly email?: { readonly text: string; readonly match: 'whole' | 'beginning' };
  readonly isSuspended?: boolean;
  readonly role?: UserRole;
}

export interface UserCounts {
  readonly total: number;
  readonly suspended: number;
  readonly verified: number;
  /** Signed up after a given time. */
  readonly recent: number;
}

/** What operators ask about all users. Deleted ones are listed, but not counted. */
export interface UserDirectory {
  /** Newest first, those older than `before`. */
  list(
    filter: UserFilter,
    page: { readonly before: string | undefined; readonly limit: number },
  ): Promise<readonly User[]>;
  count(recentSince: Date): Promise<UserCounts>;
  /** Ids of those who can act as operators; none of them changes until the transaction ends. */
  lockOperators(): Promise<readonly string[]>;
}

/** Mails to be sent. They join the transaction of what they tell about. */
export interface MailStore {
  add(mail: { readonly kind: MailKind; readonly email: string }, now: Date): Promise<void>;
  /**
   * Mails that are due. They are due again after a time that grows with every try, so that one
   * whose sender died is sent by another.
   */
  claimDue(now: Date, rowsMax: number): Promise<readonly PendingMail[]>;
  remove(mailId: string): Promise<void>;
  removeAllTo(email: string): Promise<void>;
}

/** Tokens that were mailed, by their hash. */
export interface TokenStore {
  /** Replaces the account's earlier token of this kind. */
  put(
    token: { readonly userId: string; readonly kind: TokenKind; readonly hash: string },
    expiresAt: Date,
  ): Promise<void>;
  isLive(kind: TokenKind, hash: string, now: Date): Promise<boolean>;
  /** The address of the account whose token it is, while it lives. */
  findEmail(kind: TokenKind, hash: string, now: Date): Promise<string | undefined>;
  /** Whose it was; of parallel attempts only one is told. */
  take(kind: TokenKind, hash: string, now: Date): Promise<string | undefined>;
  removeAllOf(userId: string): Promise<void>;
}

/** Keeps a mailbox from being flooded. */
export interface MailLimits {
  /** Whether the mail may be sent; asking about one mail twice counts once. */
  take(mail: PendingMail): Promise<boolean>;
}

/** Sends what is due without waiting for the next round; never fails. */
export interface MailSender {
  wake(): void;
}

/** An account whose deletion was asked for, and from where. */
export interface AccountEnding {
  readonly userId: string;
  readonly clientIp: string;
  readonly requestId: string;
}

export interface EndingStore {
  /** Once per account, however often it is asked for. */
  add(ending: AccountEnding, now: Date): Promise<void>;
  /** Due again after a time that grows with every try. */
  claimDue(now: Date, rowsMax: number): Promise<readonly AccountEnding[]>;
  remove(userId: string): Promise<void>;
}
