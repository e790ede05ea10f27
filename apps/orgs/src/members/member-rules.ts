import { AppError } from '@tollgate/errors';
import { requireOwnTeam, type Membership, type OrgRole } from '@tollgate/org-access';
import type { Member } from './member';

/** A place in an organization, taken or offered. */
export interface Place {
  readonly role: OrgRole;
  readonly teamId: string | null;
}

/** What a team_admin may give to others. */
const rolesOfTeams: readonly OrgRole[] = ['member', 'team_admin'];

/** Raises: missing_required_field when a team_admin would have no team. */
export function assertPlace({ role, teamId }: Place): void {
  if (role !== 'team_admin' || teamId !== null) return;
  throw new AppError('missing_required_field', {
    message: 'teamId is required for the role team_admin',
    param: 'teamId',
  });
}

/** A team_admin gives places in the own team, and none that reach further. Raises: forbidden. */
export function assertMayGive(giver: Membership, { role, teamId }: Place): void {
  if (giver.role !== 'team_admin') return;
  requireOwnTeam(giver, teamId ?? '');
  if (rolesOfTeams.includes(role)) return;
  throw new AppError('forbidden', { message: `A team_admin cannot give the role ${role}` });
}

/** A team_admin changes only members of the own team, and none with a higher role. */
export function assertMayChange(changer: Membership, member: Member): void {
  if (changer.role !== 'team_admin') return;
  requireOwnTeam(changer, member.teamId ?? '');
  if (rolesOfTeams.includes(member.role)) return;
  throw new AppError('forbidden', { message: `A team_admin cannot change a ${member.role}` });
}

/** The last org_admin must stay. Raises: bad_request. */
export function assertAdminRemains(admins: number): void {
  if (admins > 1) return;
  throw new AppError('bad_request', { message: 'An organization needs at least one org_admin' });
}

/** Raises: conflict when there is no seat left. */
export function assertSeat(seats: number, seatsUsed: number): void {
  if (seatsUsed < seats) return;
  throw new AppError('conflict', { message: `All ${seats} seats of this organization are taken` });
}
