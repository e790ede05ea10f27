import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { formatTime, getPathParameter, readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getOrgRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { CreateTeam } from './create-team';
import type { DeleteTeam } from './delete-team';
import type { ListTeams } from './list-teams';
import type { Team } from './team';
import { createTeamBody, updateTeamBody, type teamSchema } from './teams.operations';
import type { UpdateTeam } from './update-team';
import type { TeamView, ViewTeams } from './view-teams';

type TeamBody = z.input<typeof teamSchema>;

/** GET /v1/orgs/{orgId}/teams */
export function listTeamsRoute(listTeams: ListTeams): RequestHandler {
  return async (request, response) => {
    const teams = await listTeams(getOrgRequest(request, response));
    response.json({ teams: teams.map(renderTeam) });
  };
}

/** POST /v1/orgs/{orgId}/teams */
export function createTeamRoute(
  createTeam: CreateTeam,
  viewTeams: ViewTeams,
  store: IdempotencyStore,
): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    await answerOnce({
      store,
      request,
      response,
      account: target.requester.actor.userId,
      run: async (body, ulid) => {
        const { monthlyBudget, ...wanted } = validate(createTeamBody, body);
        const settings = {
          name: wanted.name,
          description: wanted.description ?? null,
          costCenterCode: wanted.costCenterCode ?? null,
          permissionScope: wanted.permissionScope ?? [],
          monthlyBudgetNanos: monthlyBudget ?? null,
        };
        const team = await createTeam({ ...target, ulid, settings });
        return { status: 201, body: await renderOne(viewTeams, team, target) };
      },
    });
  };
}

/** PATCH /v1/orgs/{orgId}/teams/{teamId} */
export function updateTeamRoute(updateTeam: UpdateTeam, viewTeams: ViewTeams): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    const body = await readJsonBody(request);
    const wanted = validate(updateTeamBody, body);
    const { costCenterCode, description, monthlyBudget, name, permissionScope } = wanted;
    const team = await updateTeam({
      ...target,
      teamId: getPathParameter(request, 'teamId'),
      change: {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(costCenterCode !== undefined && { costCenterCode }),
        ...(permissionScope !== undefined && { permissionScope }),
        ...(monthlyBudget !== undefined && { monthlyBudgetNanos: monthlyBudget }),
      },
    });
    response.json(await renderOne(viewTeams, team, target));
  };
}

/** DELETE /v1/orgs/{orgId}/teams/{teamId} */
export function deleteTeamRoute(deleteTeam: DeleteTeam): RequestHandler {
  return async (request, response) => {
    const teamId = getPathParameter(request, 'teamId');
    await deleteTeam({ ...getOrgRequest(request, response), teamId });
    response.status(204).end();
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
