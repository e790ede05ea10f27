import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { WakeableJob } from '../invitations/ports';
import { keepInvitation, makeInvitation, type InvitedPlace } from '../invitations/store-invitation';
import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import type { Actor } from '../shared/requester';
import { assertTeam } from '../teams/find-team';
import { seat, type SeatContext } from './add-member';
import type { Member } from './member';
import { assertPlace } from './member-rules';
import type { Directory, FoundUser } from './ports';

export interface AddMemberAsOperatorInput {
  readonly actor: Actor;
  readonly orgId: string;
  /** Part of the member id, so that a repeated call creates no second member. */
  readonly ulid: string;
  readonly email: string;
  readonly place: InvitedPlace;
}

/** Undefined: the address was invited, because it is not the verified address of an account. */
export type AddMemberAsOperator = (input: AddMemberAsOperatorInput) => Promise<Member | undefined>;

/**
 * How an organization whose administrators are gone gets a new one. Raises: not_found, conflict
 * for a member or an invited address and without a free seat.
 */
export function addMemberAsOperatorUseCase(ports: {
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly signal: PolicySignal;
  readonly mails: WakeableJob;
  readonly clock: Clock;
}): AddMemberAsOperator {
  const { clock, database, directory, mails, signal } = ports;
  return async (input) => {
    const { actor, orgId } = input;
    const user = await directory.findUser(input.email, actor.requestId);
    const member = await database.withTransaction(async (stores) => {
      const org = await stores.organizations.lock(orgId);
      if (!org || org.deletedAt !== null) {
        throw new AppError('not_found', { message: 'No such organization' });
      }
      const record: SeatContext['record'] = (entry) =>
        stores.audit.record({ ...entry, actor, orgId });
      const context = { ...stores, org, now: clock.now(), record };
      if (user?.isEmailVerified !== true) return invite(context, input, user);
      const added = await add(context, input, user.id);
      await stores.policies.touch(orgId);
      return added;
    });
    if (member === undefined) mails.wake();
    else await signal.changed(orgId);
    return member;
  };
}

async function add(
  context: SeatContext,
  { orgId, place, ulid }: AddMemberAsOperatorInput,
  userId: string,
): Promise<Member> {
  const id = idPrefixes.member + ulid;
  const member: Member = { id, orgId, userId, ...place, joinedAt: context.now };
  const made = await context.members.findMember(orgId, id);
  if (made) return made;
  await seat(context, member);
  return member;
}

async function invite(
  context: SeatContext,
  { actor, email, orgId, place, ulid }: AddMemberAsOperatorInput,
  user: FoundUser | undefined,
): Promise<undefined> {
  const { now } = context;
  const invitation = makeInvitation({ ulid, orgId, email, place, invitedBy: actor.userId, now });
  if (await context.invitations.findOpen(orgId, invitation.id)) return;
  assertPlace(place);
  await assertTeam(context, orgId, place.teamId);
  if (user && (await context.members.findByUser(orgId, user.id))) {
    throw new AppError('conflict', { message: 'This user is a member already' });
  }
  await keepInvitation(context, invitation);
}
