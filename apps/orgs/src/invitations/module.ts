import { randomBytes } from 'node:crypto';
import type { Handlers } from '@tollgate/http';
import { hashSecret } from '@tollgate/ids';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Redis } from '@tollgate/redis';
import type { OrgsConfig } from '../config';
import { viewMembersUseCase } from '../members/view-members';
import type { ModulePorts } from '../shared/module-ports';
import { acceptInvitationUseCase } from './accept-invitation';
import {
  cancelInvitationUseCase,
  type CreateInvitation,
  createInvitationUseCase,
  listInvitationsUseCase,
} from './manage-invitations';
import type { invitationOperations } from './invitations.operations';
import { createInvitationHandlers } from './invitations.route';
import type { WakeableJob } from './ports';
import { createInvitationLimits } from './redis-invitation-limits';
import { createMailLimits } from './redis-mail-limits';
import { sendInvitationsUseCase } from './send-invitations';
import { viewInvitationUseCase } from './view-invitation';

const tokenBytes = 32;
const hourMs = 60 * 60 * 1_000;
const keptMs = 30 * 24 * hourMs;
const rowsPerRunMax = 10_000;

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
  const mails = createMailJob(options);
  const limits = createInvitationLimits(options.redis);
  const createInvitation = createInvitationUseCase({ ...options, mails, limits });
  return {
    handlers: createInvitationHandlers({
      ...options,
      createInvitation,
      listInvitations: listInvitationsUseCase(options),
      cancelInvitation: cancelInvitationUseCase(options),
      acceptInvitation: acceptInvitationUseCase({ ...options, hash: hashSecret }),
      viewInvitation: viewInvitationUseCase({ ...options, hash: hashSecret }),
      viewMembers: viewMembersUseCase(options),
    }),
    parts: [createDeleteJob(options), mails],
    createInvitation,
    mails,
  };
}

/** Deletes ended invitations: their addresses must not be kept; the audit log has the facts. */
function createDeleteJob({ clock, database, logger }: InvitationsOptions): Part {
  return createCountingPart({
    name: 'delete ended invitations',
    intervalMs: hourMs,
    run: () => {
      const time = new Date(clock.now().getTime() - keptMs);
      return database.invitations.deleteEndedBefore(time, rowsPerRunMax);
    },
    message: 'ended invitations deleted',
    unit: 'rows',
    logger,
  });
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
  return createCountingPart({
    name: 'send invitations',
    // Only for what another process left behind, or for a second try: a new one wakes the job.
    intervalMs: 5_000,
    run: sendInvitations,
    message: 'invitations sent',
    unit: 'sent',
    logger,
  });
}
