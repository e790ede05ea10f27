import type { Nanos } from '@tollgate/money';
import { requireOrgRole } from '@tollgate/org-access';
import type { Billing } from '../organizations/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { Team } from './team';

export interface TeamView {
  readonly team: Team;
  readonly members: number;
  /** Null while billing does not answer. */
  readonly monthNanos: Nanos | null;
}

export type ViewTeams = (
  orgId: string,
  teams: readonly Team[],
  requestId: string,
) => Promise<readonly TeamView[]>;

/** Teams with member count and spend, as answers show them. */
export function viewTeamsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly billing: Billing;
  readonly clock: Clock;
}): ViewTeams {
  const { billing, clock, database } = ports;
  return async (orgId, teams, requestId) => {
    const [counts, spend] = await Promise.all([
      database.members.countByTeam(orgId),
      billing.listTeamSpend(orgId, clock.now(), requestId),
    ]);
    return teams.map((team) => ({
      team,
      members: counts.get(team.id) ?? 0,
      monthNanos: spend === undefined ? null : (spend.get(team.id) ?? 0n),
    }));
  };
}

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
