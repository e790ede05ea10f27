import { AppError } from '@tollgate/errors';
import { isTransientDatabaseError, type Database, type Queryable } from '@tollgate/postgres';
import type { AccountDatabase, Stores } from '../use-cases/ports';
import { createAuditOutbox } from './audit-outbox';
import { createInstitutionCodeStore } from './institution-code-store';
import { createInstitutionKeyStore } from './institution-key-store';
import { createInstitutionSessionStore } from './institution-session-store';
import { createKeyStore } from './key-store';
import { createMailStore } from './mail-store';
import { createSessionStore } from './session-store';
import { createTokenStore } from './token-store';
import { createUserStore } from './user-store';

const retryAfterSecondsWhenAway = 1;

/** All tables of the service. A database that is away is `overloaded`, never an internal error. */
export function createAccountDatabase(database: Database): AccountDatabase {
  const sql: Queryable = {
    query: (text, values) => database.query<never>(text, values).catch(throwAppError),
    queryNamed: (name, text, values) =>
      database.queryNamed<never>(name, text, values).catch(throwAppError),
  };
  return {
    ...createStores(sql),
    withTransaction: (run) =>
      database
        .withTransaction((transaction) => run(createStores(transaction)))
        .catch(throwAppError),
  };
}

function createStores(sql: Queryable): Stores {
  return {
    users: createUserStore(sql),
    sessions: createSessionStore(sql),
    keys: createKeyStore(sql),
    audit: createAuditOutbox(sql),
    mails: createMailStore(sql),
    tokens: createTokenStore(sql),
    institutionKeys: createInstitutionKeyStore(sql),
    codes: createInstitutionCodeStore(sql),
    institutionSessions: createInstitutionSessionStore(sql),
  };
}

function throwAppError(error: unknown): never {
  if (!isTransientDatabaseError(error)) throw error;
  throw new AppError('overloaded', { retryAfterSeconds: retryAfterSecondsWhenAway, cause: error });
}
