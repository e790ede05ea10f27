import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { formatTime, getPathParameter, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { renderMember } from '../members/members.route';
import type { ViewMembers } from '../members/view-members';
import { getOrgRequest, getPerson } from '../shared/requester.http';
import type { AcceptInvitation } from './accept-invitation';
import type { CancelInvitation } from './cancel-invitation';
import type { CreateInvitation } from './create-invitation';
import type { Invitation } from './invitation';
import { createInvitationBody, type invitationSchema } from './invitations.operations';
import type { ListInvitations } from './list-invitations';

/** GET /api/orgs/{orgId}/invitations */
export function listInvitationsRoute(listInvitations: ListInvitations): RequestHandler {
  return async (request, response) => {
    const invitations = await listInvitations(getOrgRequest(request, response));
    response.json({ invitations: invitations.map(renderInvitation) });
  };
}

/** POST /api/orgs/{orgId}/invitations */
export function createInvitationRoute(
  createInvitation: CreateInvitation,
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
        const { email, role, teamId } = validate(createInvitationBody, body);
        const place = {
          role: role?.role ?? 'member',
          isOwner: role?.isOwner ?? false,
          teamId,
          monthlyBudgetNanos: null,
        };
        const invitation = await createInvitation({ ...target, ulid, email, place });
        return { status: 201, body: renderInvitation(invitation) };
      },
    });
  };
}

/** DELETE /api/orgs/{orgId}/invitations/{id} */
export function cancelInvitationRoute(cancelInvitation: CancelInvitation): RequestHandler {
  return async (request, response) => {
    const invitationId = getPathParameter(request, 'id');
    await cancelInvitation({ ...getOrgRequest(request, response), invitationId });
    response.status(204).end();
  };
}

/** POST /api/invitations/{token}/accept */
export function acceptInvitationRoute(
  acceptInvitation: AcceptInvitation,
  viewMembers: ViewMembers,
): RequestHandler {
  return async (request, response) => {
    const requester = getPerson(response);
    const token = getPathParameter(request, 'token');
    const { member, org } = await acceptInvitation(requester, token);
    const [view] = await viewMembers(org.id, [member], requester.actor.requestId);
    const organization = { id: org.id, name: org.name };
    response.json({ organization, member: view && renderMember(view) });
  };
}

function renderInvitation(invitation: Invitation): z.input<typeof invitationSchema> {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    teamId: invitation.teamId,
    status: 'pending',
    invitedBy: invitation.invitedBy,
    createdAt: formatTime(invitation.createdAt),
    expiresAt: formatTime(invitation.expiresAt),
  };
}
