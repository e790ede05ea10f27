import type { TokenKind } from '../mails/mail';
import type { MailSender } from '../mails/ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { AttemptLimits } from './ports';

export type RequestMail = (input: {
  readonly email: string;
  readonly clientIp: string;
}) => Promise<void>;

/** Whether the mail may be sent. Only the limit of forgotten passwords raises `rate_limited`. */
const takeAttempt: Readonly<
  Record<TokenKind, (limits: AttemptLimits, clientIp: string, email: string) => Promise<boolean>>
> = {
  'verify-email': (limits, clientIp, email) => limits.takeResend(clientIp, email),
  'log-in': (limits, clientIp, email) => limits.takeLogInCode(clientIp, email),
  'reset-password': async (limits, clientIp) => {
    await limits.takeForgottenPassword(clientIp);
    return true;
  },
};

/**
 * Queues a mail with a token. Whether the address has an account is looked up when the mail is
 * sent, so that the answer and its timing are the same for every address; for the same reason a
 * request above the limit is dropped silently.
 */
export function requestMailUseCase(
  kind: TokenKind,
  ports: {
    readonly database: AccountDatabase;
    readonly limits: AttemptLimits;
    readonly mailSender: MailSender;
    readonly clock: Clock;
  },
): RequestMail {
  return async ({ clientIp, email }) => {
    if (!(await takeAttempt[kind](ports.limits, clientIp, email))) return;
    await ports.database.mails.add({ kind, email }, ports.clock.now());
    ports.mailSender.wake();
  };
}
