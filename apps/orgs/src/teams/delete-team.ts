import type { ChangeOrg } from '../organizations/change-org';
import type { SpendWindows } from '../scopes/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import type { DoTodo } from '../todos/do-todo';
import { findTeam } from './find-team';
import { describeTeam } from './team';

export interface DeleteTeamInput extends Omit<OrgRequest, 'roles'> {
  readonly teamId: string;
}

export type DeleteTeam = (input: DeleteTeamInput) => Promise<void>;

/** Its members stay without a team; its keys are disabled. */
export function deleteTeamUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly doTodo: DoTodo;
  readonly spendWindows: SpendWindows;
}): DeleteTeam {
  return async ({ teamId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOnly };
    const { memberIds, todo } = await ports.changeOrg(
      options,
      async ({ now, record, ...stores }) => {
        const team = await findTeam(stores, orgId, teamId);
        const memberIds = await stores.members.leaveTeam(teamId);
        await stores.teams.markDeleted(teamId, now);
        await record({
          action: 'org.team.delete',
          target: { type: 'team', id: teamId },
          before: { ...describeTeam(team), memberIds },
        });
        const wish = { kind: 'disable-keys', orgId, teamId, memberId: '' } as const;
        return { memberIds, todo: await stores.todos.add(wish, now) };
      },
    );
    await ports.doTodo(todo, request.requester.actor.requestId);
    // Their breakers may have inherited from it.
    const heirs = memberIds.map((id) => ({ kind: 'member', id }) as const);
    await ports.spendWindows.forget(orgId, heirs);
  };
}
