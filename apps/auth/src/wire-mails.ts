import type { RepeatingPart } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from './config';
import { createSendMailsJob } from './jobs/send-mails.job';
import { createMailLimits } from './limits/mail-limits';
import type { AccountDatabase, Clock, Secrets } from './use-cases/ports';
import { createSendMails } from './use-cases/send-mails';

/** The job that sends what accounts have to tell. */
export function wireMails(options: {
  readonly config: Pick<AuthConfig, 'mail' | 'siteUrl'>;
  readonly database: AccountDatabase;
  readonly redis: Redis;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
}): RepeatingPart {
  const { config, logger, redis } = options;
  const mailer = createMailer(config.mail);
  const sendMails = createSendMails({
    ...options,
    limits: createMailLimits(redis),
    sendMail: (mail) => mailer.send(mail),
    siteUrl: config.siteUrl,
  });
  return createSendMailsJob({ sendMails, logger });
}
