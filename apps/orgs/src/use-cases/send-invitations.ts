import { AppError } from '@tollgate/errors';
import type { Mail } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import { makeInvitationMail } from '../domain/invitation-mail';
import type { Clock, OrgDatabase, PendingInvitation } from './ports';

export type SendInvitations = () => Promise<number>;

/** Keeps a mailbox from being flooded. */
export interface MailLimits {
  /** Whether the mail may be sent; asking about one twice counts once. */
  take(email: string, invitationId: string): Promise<boolean>;
}

export interface SendInvitationsPorts {
  readonly database: OrgDatabase;
  readonly limits: MailLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly siteUrl: string;
  readonly makeToken: () => string;
  readonly hash: (token: string) => string;
  readonly sendMail: (mail: Mail) => Promise<void>;
}

type Outcome = 'sent' | 'dropped' | 'kept';

const parallelMax = 5;
const roundsMax = 20;
const triesMax = 10;

/**
 * The token is made when the mail leaves: no table ever holds anything that lets somebody in. A
 * second try makes a second token, and the newest counts.
 */
export function createSendInvitations(ports: SendInvitationsPorts): SendInvitations {
  const { clock, database, logger } = ports;

  async function trySending({ email, id }: PendingInvitation): Promise<Outcome> {
    if (!(await ports.limits.take(email, id))) return 'dropped';
    const token = ports.makeToken();
    await database.invitations.setToken(id, ports.hash(token));
    await ports.sendMail({ to: email, ...makeInvitationMail(token, ports.siteUrl) });
    return 'sent';
  }

  async function send(invitation: PendingInvitation): Promise<Outcome> {
    const { id: invitationId, tries } = invitation;
    try {
      const outcome = await trySending(invitation);
      await database.invitations.endMail(invitationId);
      return outcome;
    } catch (error) {
      logger.warn('invitation not sent', { invitationId, tries, error });
      // An address that no mail program takes will not become one.
      const isHopeless = tries >= triesMax || AppError.is(error, 'bad_request');
      if (!isHopeless) return 'kept';
      await database.invitations.endMail(invitationId);
      logger.error('invitation given up', { invitationId, tries });
      return 'dropped';
    }
  }

  return async () => {
    let sent = 0;
    for (let round = 0; round < roundsMax; round++) {
      const due = await database.invitations.claimMails(clock.now(), parallelMax);
      const outcomes = await Promise.all(due.map(send));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
      if (due.length < parallelMax) break;
    }
    return sent;
  };
}
