import { reportAway, type Database, type Queryable } from '@tollgate/postgres';
import type { AccountDatabase, Stores } from '../use-cases/ports';
import { createAuditOutbox } from './audit-outbox';
import { createEndingStore } from './ending-store';
import { createInstitutionCodeStore } from './institution-code-store';
import { createInstitutionKeyStore } from './institution-key-store';
import { createInstitutionSessionStore } from './institution-session-store';
import { createKeyStore } from './key-store';
import { createMailStore } from './mail-store';
import { createOperatorTokenStore } from './operator-token-store';
import { createSessionStore } from './session-store';
import { createTokenStore } from './token-store';
import { createUserStore } from './user-store';

/** All tables of the service. A database that is away is `overloaded`, never an internal error. */
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
    institutionKeys: createInstitutionKeyStore(sql),
    codes: createInstitutionCodeStore(sql),
    institutionSessions: createInstitutionSessionStore(sql),
  };
}
