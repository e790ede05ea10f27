import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import type { ChangeOrg, OrgContext } from '../organizations/change-org';
import type { SpendWindows } from '../scopes/ports';
import { adminOrTeamAdmin, type OrgRequest } from '../shared/requester';
import { assertTeam } from '../teams/find-team';
import type { DoTodo } from '../todos/do-todo';
import type { Todo } from '../todos/ports';
import { describeMember, type Member } from './member';
import { assertAdminRemains, assertMayChange, assertMayGive, assertPlace } from './member-rules';
import type { MemberStore } from './ports';

export type MemberChange = Partial<
  Pick<Member, 'role' | 'isOwner' | 'teamId' | 'monthlyBudgetNanos'>
>;

export interface UpdateMemberInput extends Omit<OrgRequest, 'roles'> {
  readonly memberId: string;
  readonly change: MemberChange;
}

export type UpdateMember = (input: UpdateMemberInput) => Promise<Member>;

/**
 * `bad_request` when no org_admin would be left. Nothing is recorded without a change. A teacher
 * has no keys and only a teacher has classes: a member that becomes or was one loses them.
 */
export function updateMemberUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly doTodo: DoTodo;
  readonly spendWindows: SpendWindows;
}): UpdateMember {
  return async ({ change, memberId, ...request }) => {
    const { orgId } = request;
    const options = { ...request, roles: adminOrTeamAdmin };
    const changed = await ports.changeOrg(options, async (context) => {
      const { members, membership } = context;
      const member = await findMember(members, orgId, memberId);
      assertMayChange(membership, member);
      const after = applyChange(member, change);
      assertMayGive(membership, after);
      assertPlace(after);
      await assertTeam(context, orgId, after.teamId);
      if (member.role === 'org_admin' && after.role !== 'org_admin') {
        assertAdminRemains(await members.countAdmins(orgId));
      }
      if (isDeepStrictEqual(member, after)) return { after: member, todo: undefined };
      return { after, todo: await storeChange(context, member, after) };
    });
    if (changed.todo) await ports.doTodo(changed.todo, request.requester.actor.requestId);
    await ports.spendWindows.forget(orgId, [{ kind: 'member', id: memberId }]);
    return changed.after;
  };
}

/** The todo is undefined unless the role teacher was given or taken. */
async function storeChange(
  { members, now, record, todos }: OrgContext,
  member: Member,
  after: Member,
): Promise<Todo | undefined> {
  const { id: memberId, orgId } = member;
  await members.update(after);
  await record({
    action: 'org.member.update',
    target: { type: 'member', id: memberId },
    before: describeMember(member),
    after: describeMember(after),
  });
  if ((member.role === 'teacher') === (after.role === 'teacher')) return undefined;
  return todos.add({ kind: 'disable-keys', orgId, teamId: '', memberId }, now);
}

/** An owner who loses the role org_admin is no owner any more. */
function applyChange(member: Member, change: MemberChange): Member {
  const after = { ...member, ...change };
  return { ...after, isOwner: after.isOwner && after.role === 'org_admin' };
}

/** The member that a path names. Raises: not_found. */
export async function findMember(
  members: MemberStore,
  orgId: string,
  memberId: string,
): Promise<Member> {
  const member = await members.findMember(orgId, memberId);
  if (!member) throw new AppError('not_found', { message: 'No such member' });
  return member;
}

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
