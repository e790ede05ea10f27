import type { InstitutionKey } from './institution-key';
import type { InstitutionSession, SessionStatus } from './institution-session';

export interface InstitutionKeyStore {
  insert(key: InstitutionKey, keyHash: string): Promise<void>;
  findByHash(keyHash: string): Promise<InstitutionKey | undefined>;
  /** Even if it was deleted since. */
  findMade(orgId: string, keyId: string): Promise<InstitutionKey | undefined>;
  /** Locks the key until the transaction ends. */
  lock(orgId: string, keyId: string): Promise<InstitutionKey | undefined>;
  /** The key stays as it is until the transaction ends. */
  lockForSession(keyId: string): Promise<InstitutionKey | undefined>;
  list(orgId: string): Promise<readonly InstitutionKey[]>;
  update(key: InstitutionKey, now: Date): Promise<void>;
  revoke(keyId: string, now: Date): Promise<void>;
  /** How many were switched off. */
  disableAll(orgId: string, now: Date): Promise<number>;
}

/** Names a code: by what was sent as a key, and to whom it goes. */
export interface CodeName {
  readonly keyHash: string;
  readonly email: string;
}

export interface CodeRequest extends CodeName {
  readonly clientIp: string;
  readonly requestId: string;
}

/** Something that is to be done about a code. */
export interface DueCode extends CodeRequest {
  readonly requestedAt: Date;
  readonly isWanted: boolean;
  readonly guesses: number;
  readonly reportedGuesses: number;
  /** How often it was begun, this time included. */
  readonly tries: number;
}

export interface CodeStore {
  /** Voids the code before it. */
  request(request: CodeRequest, now: Date): Promise<void>;
  /** Those with something to do; due again after a time that grows with every try. */
  claimDue(now: Date, rowsMax: number): Promise<readonly DueCode[]>;
  /** False when a newer code was requested in the meantime. */
  issue(due: DueCode, codeHash: string, expiresAt: Date): Promise<boolean>;
  /** All that was known when it was claimed is done. */
  finish(due: DueCode): Promise<void>;
  /**
   * Counts a guess before it is judged, so that a burst of parallel ones gains nothing. Undefined:
   * no code was asked for.
   */
  guess(guess: CodeRequest, now: Date): Promise<Guess | undefined>;
  /** Of parallel attempts with the right code only one gets true. */
  take(name: CodeName, codeHash: string): Promise<boolean>;
  /** How many were deleted, at most `rowsMax`. */
  deleteRequestedBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface Guess {
  /** This one included. */
  readonly guesses: number;
  readonly codeHash: string | null;
  readonly expiresAt: Date | null;
}

/** A member that teaches a class: it sees and ends the sessions that began with the key. */
export interface InstitutionTeacher {
  readonly keyId: string;
  readonly memberId: string;
  readonly orgId: string;
  readonly assignedAt: Date;
}

export interface InstitutionTeacherStore {
  listKeyIds(orgId: string, memberId: string): Promise<readonly string[]>;
  /** The assignments stay until the transaction ends. */
  lockKeyIds(orgId: string, memberId: string): Promise<readonly string[]>;
  /** False when the member teaches the class already. */
  insert(teacher: InstitutionTeacher): Promise<boolean>;
  count(keyId: string): Promise<number>;
  /** False when the member does not teach the class. */
  remove(keyId: string, memberId: string): Promise<boolean>;
  removeKey(keyId: string): Promise<void>;
  /** Ids of the keys whose teacher the member was. */
  removeMember(orgId: string, memberId: string): Promise<readonly string[]>;
}

export interface SessionFilter {
  readonly orgId: string;
  /** Only sessions that began with one of these keys; undefined: with any key. */
  readonly keyIds?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly email?: string | undefined;
  readonly keyId?: string | undefined;
}

export interface InstitutionSessionStore {
  insert(session: InstitutionSession, tokenHash: string): Promise<void>;
  findLiveByHash(tokenHash: string, now: Date): Promise<InstitutionSession | undefined>;
  findById(orgId: string, sessionId: string): Promise<InstitutionSession | undefined>;
  /** Newest first. */
  list(
    filter: SessionFilter & { readonly status?: SessionStatus | undefined },
    page: { readonly offset: number; readonly limit: number },
    now: Date,
  ): Promise<readonly NamedSession[]>;
  /** Active sessions by key; keys without any are left out. */
  countActive(orgId: string, now: Date): Promise<ReadonlyMap<string, number>>;
  /** Blocks other sign-ins of this person until the transaction ends. */
  lockPerson(keyId: string, email: string): Promise<void>;
  /** Ends all but the newest `kept` ones. */
  revokeOldest(
    person: { readonly keyId: string; readonly email: string },
    kept: number,
    now: Date,
  ): Promise<readonly EndedSession[]>;
  revoke(filter: SessionFilter, now: Date): Promise<readonly EndedSession[]>;
  /** How many were deleted, at most `rowsMax`. */
  deleteEndedBefore(time: Date, rowsMax: number): Promise<number>;
}

/** A session with the name of its class. */
export interface NamedSession extends InstitutionSession {
  readonly keyName: string;
}

export interface EndedSession {
  readonly id: string;
  readonly tokenHash: string;
}

export interface CodeHasher {
  hash(code: { readonly keyId: string; readonly email: string; readonly code: string }): string;
  /** In constant time; nothing matches null, which takes as long. */
  matches(
    code: { readonly keyId: string; readonly email: string; readonly code: string },
    expected: string | null,
  ): boolean;
}

export type CodeRefusal = 'rate_limited' | 'cooldown';

/** Keeps mailboxes from being flooded and keys from being tried. */
export interface CodeLimits {
  /** Undefined: a code may be asked for, and this was counted. */
  take(request: {
    readonly clientIp: string;
    readonly keyHash: string;
    readonly email: string;
  }): Promise<{ readonly error: CodeRefusal; readonly retryAfterSeconds: number } | undefined>;
}
