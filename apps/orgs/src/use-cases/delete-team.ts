import type { ChangeOrg } from './change-org';
import { describeTeam } from './describe-for-audit';
import type { DoTodo } from './do-todo';
import { findTeam } from './find-team';
import { adminOnly, type OrgRequest } from './requester';

export interface DeleteTeamInput extends Omit<OrgRequest, 'roles'> {
  readonly teamId: string;
}

export type DeleteTeam = (input: DeleteTeamInput) => Promise<void>;

/** Its members stay without a team; its keys end. */
export function createDeleteTeam(ports: {
  readonly changeOrg: ChangeOrg;
  readonly doTodo: DoTodo;
}): DeleteTeam {
  return async ({ teamId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOnly };
    const todo = await ports.changeOrg(options, async ({ now, record, ...stores }) => {
      const team = await findTeam(stores, orgId, teamId);
      const memberIds = await stores.members.leaveTeam(teamId);
      await stores.teams.markDeleted(teamId, now);
      await record({
        action: 'org.team.delete',
        target: { type: 'team', id: teamId },
        before: { ...describeTeam(team), memberIds },
      });
      return stores.todos.add({ kind: 'disable-keys', orgId, teamId, memberId: '' }, now);
    });
    await ports.doTodo(todo, request.requester.actor.requestId);
  };
}
