import { randomInt } from 'node:crypto';
import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { createCodeHasher } from './code-hasher';
import { createDeleteOldCodesJob } from './delete-old-codes.job';
import { createEduClassHandlers } from './edu-classes.route';
import { createEduKeyHandlers } from './edu-keys.route';
import { createEduSessionHandlers } from './edu-sessions.route';
import { requestCodeRoute, verifyCodeRoute } from './edu-sign-in.route';
import { codeNumbers, formatCode } from './institution-code';
import type { institutionOperations } from './institutions.operations';
import { listInstitutionSessionsUseCase } from './list-institution-sessions';
import { manageClassesUseCase } from './manage-classes';
import { manageInstitutionKeysUseCase } from './manage-institution-keys';
import { createCodeLimits } from './redis-code-limits';
import { requestCodeUseCase } from './request-code';
import { revokeInstitutionSessionsUseCase } from './revoke-institution-sessions';
import { sendCodesUseCase } from './send-codes';
import { verifyCodeUseCase } from './verify-code';

/** Sign-in of people of an institution by mailed codes, and its keys and sessions. */
export function createInstitutionsModule(
  options: ModulePorts & {
    readonly config: Pick<AuthConfig, 'mail' | 'eduCodeSecrets'>;
    readonly redis: Redis;
  },
): { readonly handlers: Handlers<typeof institutionOperations>; readonly parts: readonly Part[] } {
  const { clock, config, database, idempotency, logger, redis } = options;
  const hasher = createCodeHasher(config.eduCodeSecrets);
  const mailer = createMailer(config.mail);
  const sendCodes = sendCodesUseCase({
    ...options,
    hasher,
    makeCode: () => formatCode(randomInt(codeNumbers)),
    sendMail: (mail) => mailer.send(mail),
  });
  const sender = createCountingPart({
    name: 'send codes',
    // Only for what another process left behind, or for a second try: a request wakes the job.
    intervalMs: 5_000,
    // The answer leaves first: what the job does, and for whom, must not be seen in its time.
    wakeDelayMs: 100,
    run: sendCodes,
    message: 'codes sent',
    unit: 'sent',
    logger,
  });
  const ports = { ...options, hasher, limits: createCodeLimits(redis), sender };
  const classes = manageClassesUseCase(ports);
  const keys = manageInstitutionKeysUseCase(ports);
  return {
    handlers: {
      'POST /api/edu/request-code': requestCodeRoute(requestCodeUseCase(ports)),
      'POST /api/edu/verify': verifyCodeRoute(verifyCodeUseCase(ports)),
      ...createEduKeyHandlers(keys, idempotency),
      ...createEduClassHandlers(classes, keys),
      ...createEduSessionHandlers({
        classes,
        listSessions: listInstitutionSessionsUseCase(ports),
        revokeSessions: revokeInstitutionSessionsUseCase(ports),
      }),
    },
    parts: [createDeleteOldCodesJob({ database, clock, logger }), sender],
  };
}
