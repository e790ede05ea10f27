import type { z } from 'zod';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  readSortedPage,
  readSortedQuery,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { seatsMax } from '../organizations/organization';
import { getOrgRequest } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { AddMember } from './add-member';
import type { Member } from './member';
import type { memberSchema } from './member-fields';
import { memberCursors } from './member-page';
import {
  addMemberBody,
  type memberOperations,
  membersQuery,
  updateMemberBody,
} from './members.operations';
import type { RemoveMember, UpdateMember } from './change-member';
import type { ListMembers, MemberView, ViewMembers } from './view-members';

type MemberBody = z.input<typeof memberSchema>;

export interface MembersOptions {
  readonly idempotency: IdempotencyStore;
  readonly listMembers: ListMembers;
  readonly addMember: AddMember;
  readonly updateMember: UpdateMember;
  readonly removeMember: RemoveMember;
  readonly viewMembers: ViewMembers;
}

export function createMemberHandlers(options: MembersOptions): Handlers<typeof memberOperations> {
  const { idempotency: store, viewMembers } = options;
  return {
    'GET /v1/orgs/{orgId}/members': async (request, response) => {
      const target = getOrgRequest(request, response);
      const { limit = seatsMax, ...query } = validateQuery(membersQuery, request.query);
      const page = readSortedQuery(memberCursors, { ...query, limit });
      const { items, nextCursor } = await readSortedPage(memberCursors, page, (more) =>
        options.listMembers(target, more),
      );
      response.json({ members: items.map(renderMember), nextCursor });
    },

    'POST /v1/orgs/{orgId}/members': async (request, response) => {
      const target = getOrgRequest(request, response);
      const account = target.requester.actor.userId;
      const run = async (body: unknown, ulid: string) => {
        const { email, monthlyBudget = null, role, teamId } = validate(addMemberBody, body);
        const { isOwner = false, role: name = 'member' } = role ?? {};
        const place = { role: name, isOwner, teamId, monthlyBudgetNanos: monthlyBudget };
        const member = await options.addMember({ ...target, ulid, email, place });
        if (member === undefined) return { status: 202, body: { invited: true } };
        return { status: 201, body: await renderOne(viewMembers, member, target) };
      };
      await answerOnce({ store, request, response, account, run });
    },

    'PATCH /v1/orgs/{orgId}/members/{memberId}': async (request, response) => {
      const target = getOrgRequest(request, response);
      const body = await readJsonBody(request);
      const { monthlyBudget, role, teamId } = validate(updateMemberBody, body);
      const change = {
        ...role,
        ...(teamId !== undefined && { teamId }),
        ...(monthlyBudget !== undefined && { monthlyBudgetNanos: monthlyBudget }),
      };
      const memberId = getPathParameter(request, 'memberId');
      const member = await options.updateMember({ ...target, memberId, change });
      response.json(await renderOne(viewMembers, member, target));
    },

    'DELETE /v1/orgs/{orgId}/members/{memberId}': async (request, response) => {
      const memberId = getPathParameter(request, 'memberId');
      await options.removeMember({ ...getOrgRequest(request, response), memberId });
      response.status(204).end();
    },
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
