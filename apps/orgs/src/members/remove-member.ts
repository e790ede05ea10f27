import type { ChangeOrg } from '../organizations/change-org';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import type { DoTodo } from '../todos/do-todo';
import { describeMember } from './member';
import { assertAdminRemains, assertMayChange } from './member-rules';
import { findMember } from './update-member';

export interface RemoveMemberInput extends Omit<OrgRequest, 'roles'> {
  readonly memberId: string;
}

export type RemoveMember = (input: RemoveMemberInput) => Promise<void>;

/** The member's keys of the organization end; what was spent stays in its reports. */
export function removeMemberUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly doTodo: DoTodo;
}): RemoveMember {
  return async ({ memberId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOrTeamAdmin };
    const todo = await ports.changeOrg(options, async ({ membership, now, record, ...stores }) => {
      const { members, todos } = stores;
      const member = await findMember(members, orgId, memberId);
      assertMayChange(membership, member);
      if (member.role === 'org_admin') assertAdminRemains(await members.countAdmins(orgId));
      await members.markLeft(memberId, now);
      const target = { type: 'member', id: memberId } as const;
      await record({ action: 'org.member.remove', target, before: describeMember(member) });
      return todos.add({ kind: 'disable-keys', orgId, teamId: '', memberId }, now);
    });
    await ports.doTodo(todo, request.requester.actor.requestId);
  };
}
