import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { FindReaders } from '../alerts/send-alerts';
import { makeAutoTopupMail, type AutoTopupMail } from './auto-topup-mail';
import type { RuleMail } from './auto-topup';
import type { AutoTopupStore } from './ports';

/** Sends the mails of rules that are due; how many left. */
export type SendMails = () => Promise<number>;

const mailsMax = 50;

/** At least once: a mail whose sending was not noted before a crash is sent again. */
export function sendMailsUseCase(ports: {
  readonly autoTopups: AutoTopupStore;
  readonly findReaders: FindReaders;
  readonly sendMail: (mail: AutoTopupMail & { readonly to: string }) => Promise<void>;
  readonly siteUrl: string;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): SendMails {
  const { autoTopups, logger } = ports;

  async function send(rule: RuleMail): Promise<boolean> {
    try {
      for (const { email } of await ports.findReaders(rule.walletId)) {
        await ports.sendMail({ to: email, ...makeAutoTopupMail(rule, ports.siteUrl) });
      }
      await autoTopups.endMail(rule);
      return true;
    } catch (error) {
      logger.warn('mail about automatic top-ups not sent', { walletId: rule.walletId, error });
      // No recipient is left.
      if (AppError.is(error, 'not_found')) await autoTopups.endMail(rule);
      return false;
    }
  }

  return async () => {
    let sent = 0;
    for (const rule of await autoTopups.claimMails(ports.getNowMs(), mailsMax)) {
      if (await send(rule)) sent += 1;
    }
    return sent;
  };
}
