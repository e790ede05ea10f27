import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import type { MailSender } from './ports';
import { createMailLimits } from './redis-mail-limits';
import { sendMailsUseCase } from './send-mails';

/** Mails of accounts: they are stored first and sent by a job. */
export function createMailsModule(
  options: ModulePorts & {
    readonly config: Pick<AuthConfig, 'mail' | 'siteUrl'>;
    readonly redis: Redis;
  },
): { readonly mailSender: MailSender; readonly parts: readonly Part[] } {
  const { config, logger, redis } = options;
  const mailer = createMailer(config.mail);
  const sendMails = sendMailsUseCase({
    ...options,
    limits: createMailLimits(redis),
    sendMail: (mail) => mailer.send(mail),
    siteUrl: config.siteUrl,
  });
  const job = createCountingPart({
    name: 'send mails',
    // Only for what another process left behind, or for a second try: a new mail wakes the job.
    intervalMs: 5_000,
    // The answer leaves first: what the job does, and for whom, must not be seen in its time.
    wakeDelayMs: 100,
    run: sendMails,
    message: 'mails sent',
    unit: 'sent',
    logger,
  });
  return { mailSender: job, parts: [job] };
}
