import { AppError } from '@tollgate/errors';
import type { Directory } from '../members/ports';
import type { Organization } from '../organizations/organization';
import type { Clock, OrgDatabase } from '../shared/ports';
import type { Requester } from '../shared/requester';
import type { Team } from '../teams/team';
import { findInviter } from './find-inviter';
import type { Invitation } from './invitation';
import type { Inviter } from './invitation-mail';

export interface InvitationView {
  readonly invitation: Invitation;
  readonly org: Organization;
  /** Undefined without a team, or when it was deleted since. */
  readonly team: Team | undefined;
  readonly inviter: Inviter;
}

export type ViewInvitation = (requester: Requester, token: string) => Promise<InvitationView>;

/** What an invitation offers, for the user who is invited. Fails as `acceptInvitation` does. */
export function viewInvitationUseCase(ports: {
  readonly database: OrgDatabase;
  readonly directory: Pick<Directory, 'listUsers'>;
  readonly clock: Clock;
  readonly hash: (token: string) => string;
}): ViewInvitation {
  const { clock, database, directory, hash } = ports;
  return async ({ actor }, token) => {
    const invitation = await database.invitations.findOpenByHash(hash(token), clock.now());
    if (!invitation) throw makeGoneError();
    requireInvited(invitation, actor.email);
    const { orgId, teamId } = invitation;
    const org = await database.organizations.find(orgId);
    if (!org || org.suspendedAt !== null || org.deletedAt !== null) throw makeGoneError();
    const team = teamId === null ? undefined : await database.teams.find(orgId, teamId);
    return { invitation, org, team, inviter: await findInviter(directory, invitation) };
  };
}

/** Raises `forbidden` for an account with another address. */
export function requireInvited({ email }: Invitation, actorEmail: string | undefined): void {
  if (email === actorEmail) return;
  throw new AppError('forbidden', { message: 'This invitation is for another mail address' });
}

export function makeGoneError(): AppError {
  return new AppError('not_found', { message: 'This invitation is not valid any more' });
}
