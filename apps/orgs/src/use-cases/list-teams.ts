import { requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from './ports';
import { adminOnly, type OrgRequest } from './requester';
import type { TeamView, ViewTeams } from './view-teams';

export type ListTeams = (request: Omit<OrgRequest, 'roles'>) => Promise<readonly TeamView[]>;

/** By name. */
export function createListTeams(ports: {
  readonly database: OrgDatabase;
  readonly viewTeams: ViewTeams;
}): ListTeams {
  const { database, viewTeams } = ports;
  return async ({ orgId, requester }) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOnly, requestId };
    await requireOrgRole(requester.identity, need, database.members);
    return viewTeams(orgId, await database.teams.list(orgId), requestId);
  };
}
