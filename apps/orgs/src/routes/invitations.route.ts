import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { formatTime, getPathParameter, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import type { Invitation } from '../domain/invitation';
import type { AcceptInvitation } from '../use-cases/accept-invitation';
import type { CancelInvitation } from '../use-cases/cancel-invitation';
import type { CreateInvitation } from '../use-cases/create-invitation';
import type { ListInvitations } from '../use-cases/list-invitations';
import type { ViewMembers } from '../use-cases/view-members';
import { createInvitationBody, type invitationSchema } from './invitations.operations';
import { renderMember } from './members.route';
import { getOrgRequest, getPerson } from './requester';

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
