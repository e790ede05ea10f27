import type { MailSender } from './account-ports';
import type { AccountDatabase, AttemptLimits, Clock } from './ports';

export type ResendVerification = (input: {
  readonly email: string;
  readonly clientIp: string;
}) => Promise<void>;

/**
 * Queues another confirmation mail. Whether the address has an account that still needs one is
 * looked up when the mail is made, so that the answer is the same for every address; one above the
 * limit is dropped without a word for the same reason.
 */
export function createResendVerification(ports: {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly mailSender: MailSender;
  readonly clock: Clock;
}): ResendVerification {
  return async ({ clientIp, email }) => {
    if (!(await ports.limits.takeResend(clientIp, email))) return;
    await ports.database.mails.add({ kind: 'verify-email', email }, ports.clock.now());
    ports.mailSender.wake();
  };
}
