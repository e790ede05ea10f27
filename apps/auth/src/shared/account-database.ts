import { createAuditOutbox } from '@tollgate/event-log';
import { reportAway, type Database, type Queryable } from '@tollgate/postgres';
import { createEndingStore } from '../accounts/ending-store';
import { createInstitutionCodeStore } from '../institutions/institution-code-store';
import { createInstitutionKeyStore } from '../institutions/institution-key-store';
import { createInstitutionSessionStore } from '../institutions/institution-session-store';
import { createInstitutionTeacherStore } from '../institutions/institution-teacher-store';
import { createKeyStore } from '../keys/key-store';
import { createMailStore } from '../mails/mail-store';
import { createOperatorTokenStore } from '../operator-tokens/operator-token-store';
import { createPasskeyStore } from '../passkeys/passkey-store';
import { createRecoveryCodeStore } from '../passkeys/recovery-code-store';
import { createPlaygroundTokenStore } from '../playground/playground-token-store';
import { createSessionStore } from '../sessions/session-store';
import { createTokenStore } from '../sign-in/token-store';
import { createUserStore } from '../users/user-store';
import type { AccountDatabase, Stores } from './ports';

/** All tables of the service. An unreachable database is `overloaded`, not an internal error. */
export function createAccountDatabase(database: Database): AccountDatabase {
  const known = reportAway(database);
  return {
    ...createStores(known),
    withTransaction: (run) =>
      known.withTransaction((transaction) => run(createStores(transaction))),
  };
}

function createStores(sql: Queryable): Stores {
  return {
    users: createUserStore(sql),
    sessions: createSessionStore(sql),
    keys: createKeyStore(sql),
    audit: createAuditOutbox(sql),
    endings: createEndingStore(sql),
    mails: createMailStore(sql),
    tokens: createTokenStore(sql),
    operatorTokens: createOperatorTokenStore(sql),
    playgroundTokens: createPlaygroundTokenStore(sql),
    passkeys: createPasskeyStore(sql),
    recoveryCodes: createRecoveryCodeStore(sql),
    institutionKeys: createInstitutionKeyStore(sql),
    codes: createInstitutionCodeStore(sql),
    institutionSessions: createInstitutionSessionStore(sql),
    institutionTeachers: createInstitutionTeacherStore(sql),
  };
}
