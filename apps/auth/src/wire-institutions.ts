import { randomInt } from 'node:crypto';
import type { IdempotencyStore } from '@tollgate/idempotency';
import type { RepeatingPart } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from './config';
import { codeNumbers, formatCode } from './domain/institution-code';
import { createCodeHasher } from './institutions/code-hasher';
import { createSendCodesJob } from './jobs/send-codes.job';
import { createCodeLimits } from './limits/code-limits';
import type { InstitutionHandlersOptions } from './routes/institution-handlers';
import { createCreateInstitutionKey } from './use-cases/create-institution-key';
import { createDeleteInstitutionKey } from './use-cases/delete-institution-key';
import { createListInstitutionKeys } from './use-cases/list-institution-keys';
import { createListInstitutionSessions } from './use-cases/list-institution-sessions';
import { createRequireOrgAdmin } from './use-cases/org-admin';
import type { Orgs } from './use-cases/org-ports';
import type { AccountDatabase, Clock, Invalidator, Secrets, Wallets } from './use-cases/ports';
import { createRequestCode } from './use-cases/request-code';
import { createRevokeInstitutionSessions } from './use-cases/revoke-institution-sessions';
import { createSendCodes } from './use-cases/send-codes';
import { createUpdateInstitutionKey } from './use-cases/update-institution-key';
import { createVerifyCode } from './use-cases/verify-code';

export interface Institutions {
  readonly handlers: InstitutionHandlersOptions;
  readonly sendCodes: RepeatingPart;
}

/** How the people of institutions get in. */
export function wireInstitutions(options: {
  readonly config: Pick<AuthConfig, 'mail' | 'eduCodeSecret'>;
  readonly database: AccountDatabase;
  readonly orgs: Orgs;
  readonly wallets: Wallets;
  readonly invalidator: Invalidator;
  readonly idempotency: IdempotencyStore;
  readonly redis: Redis;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
}): Institutions {
  const { config, logger, redis } = options;
  const hasher = createCodeHasher(config.eduCodeSecret);
  const mailer = createMailer(config.mail);
  const sendCodes = createSendCodes({
    ...options,
    hasher,
    makeCode: () => formatCode(randomInt(codeNumbers)),
    sendMail: (mail) => mailer.send(mail),
  });
  const job = createSendCodesJob({ sendCodes, logger });
  const ports = { ...options, hasher, limits: createCodeLimits(redis), sender: job };
  return {
    sendCodes: job,
    handlers: {
      idempotency: options.idempotency,
      requireOrgAdmin: createRequireOrgAdmin(ports),
      requestCode: createRequestCode(ports),
      verifyCode: createVerifyCode(ports),
      listKeys: createListInstitutionKeys(ports),
      createKey: createCreateInstitutionKey(ports),
      updateKey: createUpdateInstitutionKey(ports),
      deleteKey: createDeleteInstitutionKey(ports),
      listSessions: createListInstitutionSessions(ports),
      revokeSessions: createRevokeInstitutionSessions(ports),
    },
  };
}
