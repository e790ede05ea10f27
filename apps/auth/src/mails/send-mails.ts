import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { User } from '../users/user';
import {
  hasToken,
  makeAccountExistsMail,
  makeTokenMail,
  tokenLifeMs,
  type MailText,
  type PendingMail,
} from './mail';
import type { MailLimits } from './ports';

/** Sends the mails that are due; how many left. */
export type SendMails = () => Promise<number>;

interface SendMailsPorts {
  readonly database: AccountDatabase;
  readonly limits: MailLimits;
  readonly sendMail: (mail: MailText & { readonly to: string }) => Promise<void>;
  readonly siteUrl: string;
  readonly secrets: Pick<Secrets, 'makeToken' | 'hash'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const parallelMax = 5;
const roundsMax = 20;
/** With a pause that doubles from half a minute: about nine hours. */
const triesMax = 10;

type Outcome = 'sent' | 'dropped' | 'kept';

/**
 * At least once: a mail whose sender died is sent by the next one, with a token of its own. Nothing
 * that a reader of the tables could use is ever in them.
 */
export function sendMailsUseCase(ports: SendMailsPorts): SendMails {
  const { clock, database, logger, secrets, siteUrl } = ports;

  async function makeText({ kind }: PendingMail, user: User): Promise<MailText> {
    if (!hasToken(kind)) return makeAccountExistsMail(siteUrl);
    const token = secrets.makeToken();
    const expiresAt = new Date(clock.now().getTime() + tokenLifeMs[kind]);
    await database.tokens.put({ userId: user.id, kind, hash: secrets.hash(token) }, expiresAt);
    return makeTokenMail(kind, token, siteUrl);
  }

  async function trySending(mail: PendingMail): Promise<Outcome> {
    const found = await database.users.findByEmail(mail.email);
    const isWanted = found && !(mail.kind === 'verify-email' && found.user.isEmailVerified);
    if (!isWanted || !(await ports.limits.take(mail))) return 'dropped';
    await ports.sendMail({ to: mail.email, ...(await makeText(mail, found.user)) });
    return 'sent';
  }

  async function send(mail: PendingMail): Promise<Outcome> {
    const { id: mailId, kind, tries } = mail;
    try {
      const outcome = await trySending(mail);
      await database.mails.remove(mailId);
      return outcome;
    } catch (error) {
      logger.warn('mail not sent', { mailId, kind, tries, error });
      // An address that no mail program takes will not become one.
      const isHopeless = tries >= triesMax || AppError.is(error, 'bad_request');
      if (!isHopeless) return 'kept';
      await database.mails.remove(mailId);
      logger.error('mail given up', { mailId, kind, tries });
      return 'dropped';
    }
  }

  return async () => {
    let sent = 0;
    for (let round = 0; round < roundsMax; round++) {
      const mails = await database.mails.claimDue(clock.now(), parallelMax);
      const outcomes = await Promise.all(mails.map(send));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
      if (mails.length < parallelMax) break;
    }
    return sent;
  };
}
