import { isDeepStrictEqual } from 'node:util';
import type { Team } from '../domain/team';
import type { ChangeOrg } from './change-org';
import { makeNameTakenError, type TeamSettings } from './create-team';
import { describeTeam } from './describe-for-audit';
import { findTeam } from './find-team';
import type { SpendWindows } from './outside-ports';
import { adminOnly, type OrgRequest } from './requester';

export interface UpdateTeamInput extends Omit<OrgRequest, 'roles'> {
  readonly teamId: string;
  readonly change: Partial<TeamSettings>;
}

export type UpdateTeam = (input: UpdateTeamInput) => Promise<Team>;

/** `not_found`; `conflict` when the name is taken. Nothing is recorded when nothing changes. */
export function createUpdateTeam(ports: {
  readonly changeOrg: ChangeOrg;
  readonly spendWindows: SpendWindows;
}): UpdateTeam {
  return async ({ change, teamId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOnly };
    const changed = await ports.changeOrg(options, async ({ record, ...stores }) => {
      const team = await findTeam(stores, orgId, teamId);
      const after = { ...team, ...change };
      if (isDeepStrictEqual(team, after)) return team;
      if (!(await stores.teams.update(after))) throw makeNameTakenError();
      await record({
        action: 'org.team.update',
        target: { type: 'team', id: teamId },
        before: describeTeam(team),
        after: describeTeam(after),
      });
      return after;
    });
    await ports.spendWindows.forget(orgId, [{ kind: 'team', id: teamId }]);
    return changed;
  };
}
