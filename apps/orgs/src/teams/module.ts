import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { createTeamUseCase } from './create-team';
import { deleteTeamUseCase } from './delete-team';
import { listTeamsUseCase } from './list-teams';
import type { teamOperations } from './teams.operations';
import { createTeamRoute, deleteTeamRoute, listTeamsRoute, updateTeamRoute } from './teams.route';
import { updateTeamUseCase } from './update-team';
import { viewTeamsUseCase } from './view-teams';

export function createTeamsModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof teamOperations>;
} {
  const { idempotency } = ports;
  const viewTeams = viewTeamsUseCase(ports);
  const listTeams = listTeamsUseCase({ ...ports, viewTeams });
  return {
    handlers: {
      'GET /v1/orgs/{orgId}/teams': listTeamsRoute(listTeams),
      'POST /v1/orgs/{orgId}/teams': createTeamRoute(
        createTeamUseCase(ports),
        viewTeams,
        idempotency,
      ),
      'PATCH /v1/orgs/{orgId}/teams/{teamId}': updateTeamRoute(updateTeamUseCase(ports), viewTeams),
      'DELETE /v1/orgs/{orgId}/teams/{teamId}': deleteTeamRoute(deleteTeamUseCase(ports)),
    },
  };
}
