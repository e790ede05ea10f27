import type { Nanos } from '@tollgate/money';
import type { ApiKey, KeyOwner } from '../domain/api-key';
import type { BreakerSettings } from '../domain/circuit-breaker';
import type { KeyUsage } from '../domain/key-usage';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { EndingStore, MailStore, TokenStore, UserDirectory } from './account-ports';
import type { OperatorTokenStore } from './operator-token-ports';
import type { CodeStore, InstitutionKeyStore, InstitutionSessionStore } from './institution-ports';

export interface Clock {
  now(): Date;
}

export interface Secrets {
  /** Random text of an API key, without its prefix. */
  makeKeyText(): string;
  /** 256 random bits, for a cookie or a mail. */
  makeToken(): string;
  hash(secret: string): string;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long without a stored hash as with one: the time must not tell who has an account. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>;
}

export interface UserWithPassword {
  readonly user: User;
  readonly passwordHash: string;
}

export interface UserStore extends UserDirectory {
  /** False when the address has an account. */
  insert(user: User, passwordHash: string): Promise<boolean>;
  findById(userId: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<UserWithPassword | undefined>;
  findWithPassword(userId: string): Promise<UserWithPassword | undefined>;
  /** Nobody else changes the account until the transaction ends. */
  lock(userId: string): Promise<User | undefined>;
  /** The account stays as it is until the transaction ends. */
  lockForSignIn(userId: string): Promise<UserWithPassword | undefined>;
  /** Those of them that live, in no order. */
  findByIds(userIds: readonly string[]): Promise<readonly User[]>;
  /** Writes whatever of a locked account may change, but its breaker and its password. */
  update(user: User, now: Date): Promise<void>;
  updateBreaker(userId: string, settings: BreakerSettings): Promise<void>;
  updatePassword(userId: string, passwordHash: string): Promise<void>;
}

export interface SessionStore {
  insert(session: Session, tokenHash: string): Promise<void>;
  findLive(sessionId: string, now: Date): Promise<Session | undefined>;
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
  /** Forgets from where somebody signed in. */
  eraseOrigins(userId: string): Promise<void>;
  /** How many were deleted, at most `rowsMax`. */
  deleteEndedBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface SessionPage {
  readonly offset: number;
  readonly limit: number;
}

export interface KeyPage {
  readonly hasDisabled: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Undefined: everything. */
  readonly reach?: KeyReach | undefined;
}

export interface KeyStore {
  insert(key: ApiKey, keyHash: string): Promise<void>;
  findByHash(keyHash: string): Promise<{ key: ApiKey; user: User } | undefined>;
  /** Whoever owns it. */
  findById(keyId: string): Promise<ApiKey | undefined>;
  findOwned(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** The same, even if it was deleted since. */
  findMade(owner: KeyOwner, keyId: string): Promise<ApiKey | undefined>;
  /** Nobody else changes the key until the transaction ends. */
  lockOwned(owner: KeyOwner, keyId: string): Promise<{ key: ApiKey; keyHash: string } | undefined>;
  listOwned(owner: KeyOwner, page: KeyPage): Promise<readonly ApiKey[]>;
  update(key: ApiKey, now: Date): Promise<void>;
  noteUse(keyId: string, now: Date): Promise<void>;
  revoke(keyId: string, now: Date): Promise<void>;
  /** How many of a person's keys were revoked; those an organization has without them stay. */
  revokeAll(userId: string, now: Date): Promise<number>;
  /** The same, and also every key of an organization that the account made. */
  revokeEvery(userId: string, now: Date): Promise<number>;
  countOwned(owner: KeyOwner): Promise<number>;
  /** Nobody else makes a key for the organization until the transaction ends. */
  lockOrg(orgId: string): Promise<void>;
  /** Which of them are the organization's. */
  filterOrgKeys(orgId: string, keyIds: readonly string[]): Promise<readonly string[]>;
  /** How many of an organization's rows were deleted, at most `rowsMax`. */
  deleteOrgKeys(orgId: string, rowsMax: number): Promise<number>;
  /** Ids of the keys that were switched off now. */
  disableOrgKeys(place: OrgPlace, now: Date): Promise<readonly string[]>;
}

/** A member or a team of an organization; with neither it is all of it. */
export interface OrgPlace {
  readonly orgId: string;
  readonly teamId?: string | undefined;
  readonly memberId?: string | undefined;
}

/** What a team_admin sees of an organization's keys: standard ones of the team or its members. */
export interface KeyReach {
  readonly teamId: string;
  readonly memberIds: ReadonlySet<string>;
}

/** Who makes a change, for the audit log. */
export interface Actor {
  /** Left out: a user, who acts for himself. */
  readonly type?: 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The session that acts; absent for everything else. */
  readonly sessionId?: string;
  /** The management key that acts for its owner; absent: they act themselves. */
  readonly keyId?: string;
}

export type AuditAction =
  | 'user.signup'
  | 'user.email.verify'
  | 'user.password.reset'
  | 'user.password.change'
  | 'user.sessions.end'
  | 'user.update'
  | 'user.delete'
  | 'user.cb.update'
  | 'admin.user.update'
  | 'admin.user.suspend'
  | 'admin.user.unsuspend'
  | 'admin.token.create'
  | 'admin.token.revoke'
  | 'key.create'
  | 'key.update'
  | 'key.delete'
  | 'org.key.create'
  | 'org.key.update'
  | 'org.key.delete'
  | 'edu.code.failed'
  | 'edu.session.revoked';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly target: {
    readonly type:
      'user' | 'key' | 'org' | 'institution_key' | 'institution_session' | 'operator_token';
    readonly id: string;
  };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The organization whose log it belongs in; absent: none. */
  readonly orgId?: string | undefined;
}

export interface AuditTrail {
  record(entry: AuditEntry): Promise<void>;
}

export interface Stores {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly audit: AuditTrail;
  readonly endings: EndingStore;
  readonly mails: MailStore;
  readonly tokens: TokenStore;
  readonly operatorTokens: OperatorTokenStore;
  readonly institutionKeys: InstitutionKeyStore;
  readonly codes: CodeStore;
  readonly institutionSessions: InstitutionSessionStore;
}

export interface AccountDatabase extends Stores {
  /** Everything `run` does through the stores it is given happens, or nothing of it. */
  withTransaction<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
}

/** What the rate tier of an account depends on. */
export interface WalletTier {
  readonly balanceNanos: Nanos;
  /** It is on a credit line, so that its balance says little. */
  readonly isInvoiced: boolean;
}

export interface WalletFigures extends WalletTier {
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** What billing knows. */
export interface Wallets {
  getWallet(walletId: string, requestId: string): Promise<WalletFigures>;
  /** For a decision that must not wait: zero (the smaller tier) when billing does not answer. */
  getTier(walletId: string, requestId: string): Promise<WalletTier>;
  getReserved(walletId: string): Promise<Nanos>;
  /** One entry per key, in the same order; at most 100 keys. */
  listKeyUsage(
    walletId: string,
    keyIds: readonly string[],
    requestId: string,
  ): Promise<readonly KeyUsage[]>;
}

/** What the till counts for limits. */
export interface SpendWindows {
  /** What a user has spent in the running clock minute and hour. */
  getUserSpend(
    walletId: string,
    userId: string,
    requestId: string,
  ): Promise<{ readonly minuteNanos: Nanos; readonly hourNanos: Nanos }>;
  /** A limit of the scope has changed: the count begins anew from the book. Never throws. */
  forget(walletId: string, scope: 'user' | 'key', scopeId: string): Promise<void>;
}

export type Invalidation =
  | { readonly keyHash: string }
  | { readonly sessionHash: string }
  | { readonly userId: string }
  | { readonly orgId: string };

/** Tells every edge that what it remembers about a credential is out of date. */
export interface Invalidator {
  invalidate(what: Invalidation): Promise<void>;
}

/** Counts attempts before they are judged, so that a burst of parallel ones gains nothing. */
export interface AttemptLimits {
  /** Each throws `rate_limited` when there were too many. */
  takeSignUp(clientIp: string): Promise<void>;
  /** The account is under attack when so many guesses came from many addresses. */
  takeLogIn(clientIp: string, email: string): Promise<{ readonly isUnderAttack: boolean }>;
  /** A guess of somebody who is signed in already. */
  takePasswordCheck(clientIp: string, userId: string): Promise<void>;
  takeForgottenPassword(clientIp: string): Promise<void>;
  /** Whether another confirmation mail may be sent: refusing it would tell who has an account. */
  takeResend(clientIp: string, email: string): Promise<boolean>;
  /** Whether a mail with a code may be sent: never while the account is not under attack. */
  takeLogInCode(clientIp: string, email: string): Promise<boolean>;
  /** A right password does not count. */
  giveBackLogIn(clientIp: string, email: string): Promise<void>;
  giveBackPasswordCheck(userId: string): Promise<void>;
}
