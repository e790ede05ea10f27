import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { ChangeOrg } from '../organizations/change-org';
import { teamsPerOrgMax } from '../organizations/organization';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { type Team, describeTeam } from './team';

export type TeamSettings = Pick<
  Team,
  'name' | 'description' | 'costCenterCode' | 'permissionScope' | 'monthlyBudgetNanos'
>;

export interface CreateTeamInput extends Omit<OrgRequest, 'roles'> {
  /** Part of the team id, so that a repeated call creates no second team. */
  readonly ulid: string;
  readonly settings: TeamSettings;
}

export type CreateTeam = (input: CreateTeamInput) => Promise<Team>;

/** Raises: conflict when the name is taken or the maximum of teams is reached. */
export function createTeamUseCase({ changeOrg }: { readonly changeOrg: ChangeOrg }): CreateTeam {
  return ({ settings, ulid, ...request }) =>
    changeOrg({ ...request, roles: adminOnly }, async ({ now, record, teams }) => {
      const { orgId } = request;
      const team: Team = {
        id: idPrefixes.team + ulid,
        orgId,
        ...settings,
        createdAt: now,
        deletedAt: null,
      };
      const made = await teams.find(orgId, team.id);
      if (made) return made;
      if ((await teams.list(orgId)).length >= teamsPerOrgMax) {
        throw new AppError('conflict', {
          message: `An organization has at most ${teamsPerOrgMax} teams`,
        });
      }
      if (!(await teams.insert(team))) throw makeNameTakenError();
      const target = { type: 'team', id: team.id } as const;
      await record({ action: 'org.team.create', target, after: describeTeam(team) });
      return team;
    });
}

export function makeNameTakenError(): AppError {
  return new AppError('conflict', { message: 'A team of this name exists', param: 'name' });
}
