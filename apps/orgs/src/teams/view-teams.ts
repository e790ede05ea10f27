import type { Nanos } from '@tollgate/money';
import type { Billing } from '../organizations/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
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
