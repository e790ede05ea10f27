import { AppError } from '@tollgate/errors';
import type { Stores } from '../shared/ports';
import type { Team } from './team';

/** The team that a path names. Raises: not_found. */
export async function findTeam({ teams }: Stores, orgId: string, teamId: string): Promise<Team> {
  const team = await teams.find(orgId, teamId);
  if (!team) throw new AppError('not_found', { message: 'No such team' });
  return team;
}

/** A team that a body names must be there. Raises: unsupported_param. */
export async function assertTeam(
  { teams }: Stores,
  orgId: string,
  teamId: string | null,
): Promise<void> {
  if (teamId === null || (await teams.find(orgId, teamId))) return;
  throw new AppError('unsupported_param', {
    message: 'teamId: is no team of this organization',
    param: 'teamId',
  });
}
