import { randomBytes } from 'node:crypto';
import type { Handlers } from '@tollgate/http';
import { hashSecret } from '@tollgate/ids';
import type { Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Redis } from '@tollgate/redis';
import type { OrgsConfig } from '../config';
import { viewMembersUseCase } from '../members/view-members';
import type { ModulePorts } from '../shared/module-ports';
import { acceptInvitationUseCase } from './accept-invitation';
import { cancelInvitationUseCase } from './cancel-invitation';
import { createInvitationUseCase, type CreateInvitation } from './create-invitation';
import { createDeleteEndedInvitationsJob } from './delete-ended-invitations.job';
import type { invitationOperations } from './invitations.operations';
import {
  acceptInvitationRoute,
  cancelInvitationRoute,
  createInvitationRoute,
  listInvitationsRoute,
} from './invitations.route';
import { listInvitationsUseCase } from './list-invitations';
import type { WakeableJob } from './ports';
import { createInvitationLimits } from './redis-invitation-limits';
import { createMailLimits } from './redis-mail-limits';
import { sendInvitationsUseCase } from './send-invitations';
import { createSendInvitationsJob } from './send-invitations.job';

const tokenBytes = 32;

export interface InvitationsOptions extends ModulePorts {
  readonly config: Pick<OrgsConfig, 'mail' | 'siteUrl'>;
  readonly redis: Redis;
}

export function createInvitationsModule(options: InvitationsOptions): {
  readonly handlers: Handlers<typeof invitationOperations>;
  readonly parts: readonly Part[];
  readonly createInvitation: CreateInvitation;
  readonly mails: WakeableJob;
} {
  const { clock, database, idempotency, logger, redis } = options;
  const mails = createMailJob(options);
  const limits = createInvitationLimits(redis);
  const createInvitation = createInvitationUseCase({ ...options, mails, limits });
  const acceptInvitation = acceptInvitationUseCase({ ...options, hash: hashSecret });
  return {
    handlers: {
      'GET /api/orgs/{orgId}/invitations': listInvitationsRoute(listInvitationsUseCase(options)),
      'POST /api/orgs/{orgId}/invitations': createInvitationRoute(createInvitation, idempotency),
      'DELETE /api/orgs/{orgId}/invitations/{id}': cancelInvitationRoute(
        cancelInvitationUseCase(options),
      ),
      'POST /api/invitations/{token}/accept': acceptInvitationRoute(
        acceptInvitation,
        viewMembersUseCase(options),
      ),
    },
    parts: [
      createDeleteEndedInvitationsJob({ invitations: database.invitations, clock, logger }),
      mails,
    ],
    createInvitation,
    mails,
  };
}

function createMailJob(options: InvitationsOptions): Part & WakeableJob {
  const { config, logger, redis } = options;
  const mailer = createMailer(config.mail);
  const sendInvitations = sendInvitationsUseCase({
    ...options,
    limits: createMailLimits(redis),
    siteUrl: config.siteUrl,
    makeToken: () => randomBytes(tokenBytes).toString('base64url'),
    hash: hashSecret,
    sendMail: (mail) => mailer.send(mail),
  });
  return createSendInvitationsJob({ sendInvitations, logger });
}
