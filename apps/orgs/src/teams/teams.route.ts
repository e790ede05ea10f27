import type { z } from 'zod';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getOrgRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { CreateTeam, TeamSettings } from './create-team';
import type { DeleteTeam } from './delete-team';
import type { Team } from './team';
import {
  createTeamBody,
  type teamOperations,
  type teamSchema,
  updateTeamBody,
} from './teams.operations';
import type { UpdateTeam } from './update-team';
import type { ListTeams, TeamView, ViewTeams } from './view-teams';

type TeamBody = z.input<typeof teamSchema>;

export interface TeamsOptions {
  readonly idempotency: IdempotencyStore;
  readonly listTeams: ListTeams;
  readonly createTeam: CreateTeam;
  readonly updateTeam: UpdateTeam;
  readonly deleteTeam: DeleteTeam;
  readonly viewTeams: ViewTeams;
}

export function createTeamHandlers(options: TeamsOptions): Handlers<typeof teamOperations> {
  const { idempotency: store, viewTeams } = options;
  return {
    'GET /v1/orgs/{orgId}/teams': async (request, response) => {
      const teams = await options.listTeams(getOrgRequest(request, response));
      response.json({ teams: teams.map(renderTeam) });
    },

    'POST /v1/orgs/{orgId}/teams': async (request, response) => {
      const target = getOrgRequest(request, response);
      const account = target.requester.actor.userId;
      const run = async (body: unknown, ulid: string) => {
        const settings = readSettings(validate(createTeamBody, body));
        const team = await options.createTeam({ ...target, ulid, settings });
        return { status: 201, body: await renderOne(viewTeams, team, target) };
      };
      await answerOnce({ store, request, response, account, run });
    },

    'PATCH /v1/orgs/{orgId}/teams/{teamId}': async (request, response) => {
      const target = getOrgRequest(request, response);
      const body = await readJsonBody(request);
      const change = readChange(validate(updateTeamBody, body));
      const teamId = getPathParameter(request, 'teamId');
      const team = await options.updateTeam({ ...target, teamId, change });
      response.json(await renderOne(viewTeams, team, target));
    },

    'DELETE /v1/orgs/{orgId}/teams/{teamId}': async (request, response) => {
      const teamId = getPathParameter(request, 'teamId');
      await options.deleteTeam({ ...getOrgRequest(request, response), teamId });
      response.status(204).end();
    },
  };
}

function readSettings({ monthlyBudget, ...wanted }: z.output<typeof createTeamBody>): TeamSettings {
  return {
    name: wanted.name,
    description: wanted.description ?? null,
    costCenterCode: wanted.costCenterCode ?? null,
    permissionScope: wanted.permissionScope ?? [],
    monthlyBudgetNanos: monthlyBudget ?? null,
  };
}

function readChange(wanted: z.output<typeof updateTeamBody>): Partial<TeamSettings> {
  const { costCenterCode, description, monthlyBudget, name, permissionScope } = wanted;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(costCenterCode !== undefined && { costCenterCode }),
    ...(permissionScope !== undefined && { permissionScope }),
    ...(monthlyBudget !== undefined && { monthlyBudgetNanos: monthlyBudget }),
  };
}

async function renderOne(
  viewTeams: ViewTeams,
  team: Team,
  { orgId, requester }: ReturnType<typeof getOrgRequest>,
): Promise<TeamBody | undefined> {
  const [view] = await viewTeams(orgId, [team], requester.actor.requestId);
  return view && renderTeam(view);
}

function renderTeam({ members, monthNanos, team }: TeamView): TeamBody {
  return {
    id: team.id,
    name: team.name,
    description: team.description,
    costCenterCode: team.costCenterCode,
    monthlyBudget: toUsd(team.monthlyBudgetNanos),
    permissionScope: [...team.permissionScope],
    memberCount: members,
    spend: { month: toUsd(monthNanos) },
    createdAt: formatTime(team.createdAt),
  };
}
