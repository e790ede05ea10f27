import { randomBytes } from 'node:crypto';
import { hashSecret } from '@tollgate/ids';
import type { RepeatingPart } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import type { OrgsConfig } from './config';
import { createSendInvitationsJob } from './jobs/send-invitations.job';
import { createMailLimits } from './limits/mail-limits';
import type { Directory } from './use-cases/outside-ports';
import type { Clock, OrgDatabase } from './use-cases/ports';
import { createSendInvitations } from './use-cases/send-invitations';

const tokenBytes = 32;

/** The job that sends invitations. */
export function wireMails(options: {
  readonly config: Pick<OrgsConfig, 'mail' | 'siteUrl'>;
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly redis: Redis;
  readonly clock: Clock;
  readonly logger: Logger;
}): RepeatingPart {
  const { config, logger, redis } = options;
  const mailer = createMailer(config.mail);
  const sendInvitations = createSendInvitations({
    ...options,
    limits: createMailLimits(redis),
    siteUrl: config.siteUrl,
    makeToken: () => randomBytes(tokenBytes).toString('base64url'),
    hash: hashSecret,
    sendMail: (mail) => mailer.send(mail),
  });
  return createSendInvitationsJob({ sendInvitations, logger });
}
