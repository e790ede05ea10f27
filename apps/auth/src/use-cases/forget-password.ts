import type { MailSender } from './account-ports';
import type { AccountDatabase, AttemptLimits, Clock } from './ports';

export type ForgetPassword = (input: {
  readonly email: string;
  readonly clientIp: string;
}) => Promise<void>;

/**
 * Has a mail with a token sent to the address, should it have an account. That is found out when
 * the mail is made, and so are the limits of a mailbox: what happens here is the same for all.
 */
export function createForgetPassword(ports: {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly mailSender: MailSender;
  readonly clock: Clock;
}): ForgetPassword {
  return async ({ clientIp, email }) => {
    await ports.limits.takeForgottenPassword(clientIp);
    await ports.database.mails.add({ kind: 'reset-password', email }, ports.clock.now());
    ports.mailSender.wake();
  };
}
