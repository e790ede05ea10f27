import type { TokenKind as MailedKind } from '../mails/mail';

/** Tokens that are mailed, and the one of a link that signs in. */
export type TokenKind = MailedKind | 'sign-in-link';

/** Counts attempts before they are judged, so that a burst of parallel ones gains nothing. */
export interface AttemptLimits {
  /** Each throws `rate_limited` when there were too many. */
  takeSignUp(clientIp: string): Promise<void>;
  /** The account is under attack when so many guesses came from many addresses. */
  takeLogIn(clientIp: string, email: string): Promise<{ readonly isUnderAttack: boolean }>;
  /** A challenge, or an answer to one. */
  takePasskey(step: 'begin' | 'finish', clientIp: string): Promise<void>;
  /** A password check within a session. */
  takePasswordCheck(clientIp: string, userId: string): Promise<void>;
  takeForgottenPassword(clientIp: string): Promise<void>;
  /** Whether another confirmation mail may be sent; an error would reveal who has an account. */
  takeResend(clientIp: string, email: string): Promise<boolean>;
  /** Whether a mail with a code may be sent: never while the account is not under attack. */
  takeLogInCode(clientIp: string, email: string): Promise<boolean>;
  /** A right password does not count. */
  giveBackLogIn(clientIp: string, email: string): Promise<void>;
  giveBackPasswordCheck(userId: string): Promise<void>;
}

/** Tokens that work once, by their hash. */
export interface TokenStore {
  /** Replaces the account's earlier token of this kind. */
  put(
    token: { readonly userId: string; readonly kind: TokenKind; readonly hash: string },
    expiresAt: Date,
  ): Promise<void>;
  isLive(kind: TokenKind, hash: string, now: Date): Promise<boolean>;
  /** The address of the account whose token it is, while it lives. */
  findEmail(kind: TokenKind, hash: string, now: Date): Promise<string | undefined>;
  /** The user of the token; of parallel attempts only one gets it. */
  take(kind: TokenKind, hash: string, now: Date): Promise<string | undefined>;
  removeAllOf(userId: string): Promise<void>;
}
