import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { createTeamUseCase } from './create-team';
import { deleteTeamUseCase } from './delete-team';
import type { teamOperations } from './teams.operations';
import { createTeamHandlers } from './teams.route';
import { updateTeamUseCase } from './update-team';
import { listTeamsUseCase, viewTeamsUseCase } from './view-teams';

export function createTeamsModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof teamOperations>;
} {
  const viewTeams = viewTeamsUseCase(ports);
  return {
    handlers: createTeamHandlers({
      ...ports,
      viewTeams,
      listTeams: listTeamsUseCase({ ...ports, viewTeams }),
      createTeam: createTeamUseCase(ports),
      updateTeam: updateTeamUseCase(ports),
      deleteTeam: deleteTeamUseCase(ports),
    }),
  };
}
