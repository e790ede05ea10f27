import type { EndingStore } from '../accounts/ports';
import type {
  CodeStore,
  InstitutionKeyStore,
  InstitutionSessionStore,
  InstitutionTeacherStore,
} from '../institutions/ports';
import type { KeyStore } from '../keys/ports';
import type { MailStore } from '../mails/ports';
import type { OperatorTokenStore } from '../operator-tokens/ports';
import type { PasskeyStore, RecoveryCodeStore } from '../passkeys/ports';
import type { PlaygroundTokenStore } from '../playground/ports';
import type { SessionStore } from '../sessions/ports';
import type { TokenStore } from '../sign-in/ports';
import type { UserStore } from '../users/ports';
import type { AuditTrail } from './audit';

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

export interface Stores {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly audit: AuditTrail;
  readonly endings: EndingStore;
  readonly mails: MailStore;
  readonly tokens: TokenStore;
  readonly operatorTokens: OperatorTokenStore;
  readonly playgroundTokens: PlaygroundTokenStore;
  readonly passkeys: PasskeyStore;
  readonly recoveryCodes: RecoveryCodeStore;
  readonly institutionKeys: InstitutionKeyStore;
  readonly codes: CodeStore;
  readonly institutionSessions: InstitutionSessionStore;
  readonly institutionTeachers: InstitutionTeacherStore;
}

export interface AccountDatabase extends Stores {
  /** Commits all writes of `run`, or none. */
  withTransaction<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
}
