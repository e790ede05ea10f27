import { AppError } from '@tollgate/errors';
import type { Mail } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import type { Directory } from '../members/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { findInviter } from './find-inviter';
import { makeInvitationMail } from './invitation-mail';
import type { PendingInvitation } from './ports';

export type SendInvitations = () => Promise<number>;

/** Keeps a mailbox from being flooded. */
export interface MailLimits {
  /** Whether the mail may be sent; asking about one twice counts once. */
  take(email: string, invitationId: string): Promise<boolean>;
}

export interface SendInvitationsPorts {
  readonly database: OrgDatabase;
  readonly directory: Pick<Directory, 'listUsers'>;
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
 * The token is made when the mail is sent, and only its hash is stored. A
 * second try makes a second token, and the newest counts.
 */
export function sendInvitationsUseCase(ports: SendInvitationsPorts): SendInvitations {
  const { clock, database, logger } = ports;

  async function trySending(invitation: PendingInvitation): Promise<Outcome> {
    const { email, id, orgId } = invitation;
    const org = await database.organizations.find(orgId);
    if (!org || org.deletedAt !== null || !(await ports.limits.take(email, id))) return 'dropped';
    const inviter = await findInviter(ports.directory, invitation);
    const token = ports.makeToken();
    await database.invitations.setToken(id, ports.hash(token));
    const text = { token, siteUrl: ports.siteUrl, orgName: org.name, inviter };
    await ports.sendMail({ to: email, ...makeInvitationMail(text) });
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
