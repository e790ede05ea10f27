import { requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { TeamView, ViewTeams } from './view-teams';

export type ListTeams = (request: Omit<OrgRequest, 'roles'>) => Promise<readonly TeamView[]>;

/** By name; a team_admin sees the own team. */
export function listTeamsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly viewTeams: ViewTeams;
}): ListTeams {
  const { database, viewTeams } = ports;
  return async ({ orgId, requester }) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrTeamAdmin, requestId };
    const { role, teamId } = await requireOrgRole(requester.identity, need, database.members);
    const teams = await database.teams.list(orgId);
    const seen = role === 'team_admin' ? teams.filter(({ id }) => id === teamId) : teams;
    return viewTeams(orgId, seen, requestId);
  };
}
