import type { z } from 'zod';
import { formatTime, getPathParameter, type Handlers, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { renderMember } from '../members/members.route';
import type { ViewMembers } from '../members/view-members';
import { getOrgRequest, getPerson } from '../shared/requester.http';
import type { AcceptInvitation } from './accept-invitation';
import type { CancelInvitation, CreateInvitation, ListInvitations } from './manage-invitations';
import type { Invitation } from './invitation';
import {
  createInvitationBody,
  type invitationOperations,
  type invitationSchema,
} from './invitations.operations';
import type { ViewInvitation } from './view-invitation';

export interface InvitationHandlersOptions {
  readonly idempotency: IdempotencyStore;
  readonly listInvitations: ListInvitations;
  readonly createInvitation: CreateInvitation;
  readonly cancelInvitation: CancelInvitation;
  readonly acceptInvitation: AcceptInvitation;
  readonly viewInvitation: ViewInvitation;
  readonly viewMembers: ViewMembers;
}

export function createInvitationHandlers(
  options: InvitationHandlersOptions,
): Handlers<typeof invitationOperations> {
  const { idempotency: store } = options;
  return {
    'GET /api/orgs/{orgId}/invitations': async (request, response) => {
      const invitations = await options.listInvitations(getOrgRequest(request, response));
      response.json({ invitations: invitations.map(renderInvitation) });
    },

    'POST /api/orgs/{orgId}/invitations': async (request, response) => {
      const target = getOrgRequest(request, response);
      const account = target.requester.actor.userId;
      const run = async (body: unknown, ulid: string) => {
        const { email, role, teamId } = validate(createInvitationBody, body);
        const { isOwner = false, role: name = 'member' } = role ?? {};
        const place = { role: name, isOwner, teamId, monthlyBudgetNanos: null };
        const invitation = await options.createInvitation({ ...target, ulid, email, place });
        return { status: 201, body: renderInvitation(invitation) };
      };
      await answerOnce({ store, request, response, account, run });
    },

    'DELETE /api/orgs/{orgId}/invitations/{id}': async (request, response) => {
      const invitationId = getPathParameter(request, 'id');
      await options.cancelInvitation({ ...getOrgRequest(request, response), invitationId });
      response.status(204).end();
    },

    'GET /api/invitations/{token}': async (request, response) => {
      const token = getPathParameter(request, 'token');
      const { invitation, inviter, org, team } = await options.viewInvitation(
        getPerson(response),
        token,
      );
      response.json({
        organization: { id: org.id, name: org.name },
        role: invitation.role,
        team: team ? { id: team.id, name: team.name } : null,
        invitedBy: inviter && { name: inviter.name, email: inviter.verifiedEmail },
        expiresAt: formatTime(invitation.expiresAt),
      });
    },

    'POST /api/invitations/{token}/accept': async (request, response) => {
      const requester = getPerson(response);
      const token = getPathParameter(request, 'token');
      const { member, org } = await options.acceptInvitation(requester, token);
      const [view] = await options.viewMembers(org.id, [member], requester.actor.requestId);
      const organization = { id: org.id, name: org.name };
      response.json({ organization, member: view && renderMember(view) });
    },
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
