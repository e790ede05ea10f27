import type { MailSender } from './account-ports';
import type { AccountDatabase, AttemptLimits, Clock } from './ports';

export type SendLogInCode = (input: {
  readonly email: string;
  readonly clientIp: string;
}) => Promise<void>;

/**
 * Queues a mail with a code to sign in, while the account is under attack. Whether there is an
 * account is looked up when the mail is made; the answer is the same for every address.
 */
export function createSendLogInCode(ports: {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly mailSender: MailSender;
  readonly clock: Clock;
}): SendLogInCode {
  return async ({ clientIp, email }) => {
    if (!(await ports.limits.takeLogInCode(clientIp, email))) return;
    await ports.database.mails.add({ kind: 'log-in', email }, ports.clock.now());
    ports.mailSender.wake();
  };
}
