import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { formatTime, getPathParameter, readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getOrgRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { AddMember } from './add-member';
import type { ListMembers } from './list-members';
import type { Member } from './member';
import type { memberSchema } from './member-fields';
import { addMemberBody, updateMemberBody } from './members.operations';
import type { RemoveMember } from './remove-member';
import type { UpdateMember } from './update-member';
import type { MemberView, ViewMembers } from './view-members';

type MemberBody = z.input<typeof memberSchema>;

/** GET /v1/orgs/{orgId}/members */
export function listMembersRoute(listMembers: ListMembers): RequestHandler {
  return async (request, response) => {
    const members = await listMembers(getOrgRequest(request, response));
    response.json({ members: members.map(renderMember) });
  };
}

/** POST /v1/orgs/{orgId}/members */
export function addMemberRoute(
  addMember: AddMember,
  viewMembers: ViewMembers,
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
        const { email, monthlyBudget, role, teamId } = validate(addMemberBody, body);
        const member = await addMember({
          ...target,
          ulid,
          email,
          place: {
            role: role?.role ?? 'member',
            isOwner: role?.isOwner ?? false,
            teamId,
            monthlyBudgetNanos: monthlyBudget ?? null,
          },
        });
        if (member === undefined) return { status: 202, body: { invited: true } };
        return { status: 201, body: await renderOne(viewMembers, member, target) };
      },
    });
  };
}

/** PATCH /v1/orgs/{orgId}/members/{memberId} */
export function updateMemberRoute(
  updateMember: UpdateMember,
  viewMembers: ViewMembers,
): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    const body = await readJsonBody(request);
    const { monthlyBudget, role, teamId } = validate(updateMemberBody, body);
    const member = await updateMember({
      ...target,
      memberId: getPathParameter(request, 'memberId'),
      change: {
        ...role,
        ...(teamId !== undefined && { teamId }),
        ...(monthlyBudget !== undefined && { monthlyBudgetNanos: monthlyBudget }),
      },
    });
    response.json(await renderOne(viewMembers, member, target));
  };
}

/** DELETE /v1/orgs/{orgId}/members/{memberId} */
export function removeMemberRoute(removeMember: RemoveMember): RequestHandler {
  return async (request, response) => {
    const memberId = getPathParameter(request, 'memberId');
    await removeMember({ ...getOrgRequest(request, response), memberId });
    response.status(204).end();
  };
}

async function renderOne(
  viewMembers: ViewMembers,
  member: Member,
  { orgId, requester }: ReturnType<typeof getOrgRequest>,
): Promise<MemberBody | undefined> {
  const [view] = await viewMembers(orgId, [member], requester.actor.requestId);
  return view && renderMember(view);
}

export function renderMember({ member, monthNanos, team, user }: MemberView): MemberBody {
  return {
    id: member.id,
    role: member.role,
    isOwner: member.isOwner,
    user: { id: user.id, name: user.name, email: user.email },
    team,
    monthlyBudget: toUsd(member.monthlyBudgetNanos),
    spend: { month: toUsd(monthNanos) },
    joinedAt: formatTime(member.joinedAt),
  };
}
