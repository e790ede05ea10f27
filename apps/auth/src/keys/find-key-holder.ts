import { AppError } from '@tollgate/errors';
import { requireOwnTeam, type Membership } from '@tollgate/org-access';
import type { Orgs } from '../shared/org-ports';
import type { KeyOrg, KeyType } from './api-key';
import type { KeyManager } from './key-manager';

/** The member that a key is for; null: not bound to a member. */
export interface WantedPlace {
  readonly teamId: string | null;
  readonly memberId: string | null;
}

/** Whose a new key will be, and where in an organization it belongs. */
export interface KeyHolder {
  readonly userId: string;
  readonly org: KeyOrg | null;
}

interface Wanted {
  readonly manager: KeyManager;
  readonly type: KeyType;
  readonly place: WantedPlace;
}

type Lookups = Pick<Orgs, 'findMember' | 'hasTeam'>;

/**
 * Raises: forbidden for what the manager's role does not reach, unsupported_param for a team or a
 * member that the organization does not have.
 */
export async function findKeyHolder(orgs: Lookups, wanted: Wanted): Promise<KeyHolder> {
  const { actor, membership } = wanted.manager;
  if (membership === undefined) return { userId: actor.userId, org: null };
  return wanted.type === 'management'
    ? makeOwnHolder(membership, wanted.place)
    : findStandardHolder(orgs, wanted, membership);
}

/** It acts with what its owner is in the organization, and goes when the owner leaves it. */
function makeOwnHolder(membership: Membership, { memberId, teamId }: WantedPlace): KeyHolder {
  if (membership.role !== 'org_admin') {
    throw new AppError('forbidden', { message: 'Management keys are made by an org_admin' });
  }
  const isForOther = memberId !== null && memberId !== membership.memberId;
  if (isForOther || teamId !== null) {
    throw new AppError('forbidden', { message: 'A management key is for who makes it' });
  }
  const { orgId, userId } = membership;
  return { userId, org: { orgId, teamId: null, memberId: membership.memberId } };
}

async function findStandardHolder(
  orgs: Lookups,
  { manager, place }: Wanted,
  membership: Membership,
): Promise<KeyHolder> {
  const { orgId } = membership;
  const { requestId, userId } = manager.actor;
  const { memberId } = place;
  if (memberId === null) {
    const teamId = place.teamId ?? getDefaultTeam(membership);
    requireOwnTeam(membership, teamId ?? '');
    if (teamId !== null) await assertTeam(orgs, { orgId, teamId, requestId });
    return { userId, org: { orgId, teamId, memberId } };
  }
  const member = await orgs.findMember(orgId, memberId, requestId);
  if (member === undefined) throw makePlaceError('memberId', 'is no member of this organization');
  requireOwnTeam(membership, member.teamId);
  if (member.role === 'teacher') throw makePlaceError('memberId', 'a teacher uses no keys');
  if (place.teamId !== null && place.teamId !== member.teamId) {
    throw makePlaceError('teamId', 'is not the team of this member');
  }
  return { userId: member.userId, org: { orgId, teamId: place.teamId, memberId } };
}

/** A team_admin creates keys for the own team. */
function getDefaultTeam({ role, teamId }: Membership): string | null {
  return role === 'team_admin' && teamId !== '' ? teamId : null;
}

async function assertTeam(
  orgs: Lookups,
  { orgId, requestId, teamId }: { orgId: string; teamId: string; requestId: string },
): Promise<void> {
  if (await orgs.hasTeam(orgId, teamId, requestId)) return;
  throw makePlaceError('teamId', 'is no team of this organization');
}

function makePlaceError(param: 'teamId' | 'memberId', fault: string): AppError {
  return new AppError('unsupported_param', { message: `${param}: ${fault}`, param });
}
