import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { requireOwnTeam, type Membership } from '@tollgate/org-access';
import type { ChangeOrg } from '../organizations/change-org';
import type { SpendWindows } from '../scopes/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import { makeNameTakenError, type TeamSettings } from './create-team';
import { findTeam } from './find-team';
import { type Team, describeTeam } from './team';

export interface UpdateTeamInput extends Omit<OrgRequest, 'roles'> {
  readonly teamId: string;
  readonly change: Partial<TeamSettings>;
}

export type UpdateTeam = (input: UpdateTeamInput) => Promise<Team>;

/**
 * A team_admin changes name and budget of the own team. Raises: not_found, forbidden, conflict when
 * the name is taken. Nothing is recorded when nothing changes.
 */
export function updateTeamUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly spendWindows: SpendWindows;
}): UpdateTeam {
  return async ({ change, teamId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOrTeamAdmin };
    const changed = await ports.changeOrg(options, async ({ membership, record, ...stores }) => {
      const team = await findTeam(stores, orgId, teamId);
      const after = { ...team, ...change };
      assertMayUpdate(membership, team, after);
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

/** What only an org_admin decides; named as in the request. */
const fieldsOfOrgAdmin = ['description', 'costCenterCode', 'permissionScope'] as const;

function assertMayUpdate(membership: Membership, before: Team, after: Team): void {
  if (membership.role !== 'team_admin') return;
  requireOwnTeam(membership, before.id);
  for (const field of fieldsOfOrgAdmin) {
    if (isDeepStrictEqual(before[field], after[field])) continue;
    throw new AppError('forbidden', {
      message: `${field} can be changed by an org_admin only; a team_admin changes name and monthlyBudget`,
      param: field,
    });
  }
}
