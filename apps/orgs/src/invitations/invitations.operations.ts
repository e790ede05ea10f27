import { defineOperations, emailField, timeField } from '@tollgate/http';
import { orgRoles } from '@tollgate/org-access';
import { z } from 'zod';
import { memberSchema, roleField, teamIdField } from '../members/member-fields';

export const createInvitationBody = z.object({
  email: emailField,
  role: roleField.optional(),
  teamId: teamIdField
    .nullable()
    .optional()
    .meta({ description: 'Required for a team_admin; left out by one, it is the own team.' }),
});

export const acceptInvitationBody = z.object({});

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(orgRoles),
    teamId: z.string().nullable(),
    status: z.literal('pending'),
    invitedBy: z.string(),
    createdAt: timeField,
    expiresAt: timeField,
  })
  .meta({ id: 'Invitation' });

const description = 'For org_admin, and for team_admin within the own team.';

export const invitationOperations = defineOperations({
  'GET /api/orgs/{orgId}/invitations': {
    id: 'listInvitations',
    tag: 'Organizations',
    summary: 'Open invitations, newest first',
    description,
    answers: {
      200: {
        about: 'Neither accepted, nor cancelled, nor too old.',
        body: z.object({ invitations: z.array(invitationSchema) }),
      },
    },
  },
  'POST /api/orgs/{orgId}/invitations': {
    id: 'createInvitation',
    tag: 'Organizations',
    summary: 'Invite somebody by mail',
    description: `${description} The link in the mail works once and for 7 days.`,
    body: createInvitationBody,
    isIdempotent: true,
    answers: { 201: { about: 'The invitation.', body: invitationSchema } },
  },
  'DELETE /api/orgs/{orgId}/invitations/{id}': {
    id: 'cancelInvitation',
    tag: 'Organizations',
    summary: 'Cancel an invitation',
    description,
    answers: { 204: { about: 'Its link does not work any more.' } },
  },
  'GET /api/invitations/{token}': {
    id: 'getInvitation',
    tag: 'Organizations',
    summary: 'What an invitation offers',
    description: 'For the user who is signed in with the invited address.',
    answers: {
      200: {
        about: 'The inviter, the organization and the role.',
        body: z.object({
          organization: z.object({ id: z.string(), name: z.string() }),
          role: z.enum(orgRoles),
          team: z.object({ id: z.string(), name: z.string() }).nullable(),
          invitedBy: z
            .object({
              name: z.string().nullable(),
              email: z.string().nullable().meta({ description: 'Null if it is not confirmed.' }),
            })
            .nullable()
            .meta({ description: 'Null for an operator without an account.' }),
          expiresAt: timeField,
        }),
      },
    },
  },
  'POST /api/invitations/{token}/accept': {
    id: 'acceptInvitation',
    tag: 'Organizations',
    summary: 'Accept an invitation',
    description: 'For the user who is signed in with the invited address.',
    body: acceptInvitationBody,
    isBodyOptional: true,
    answers: {
      200: {
        about: 'What you are there now.',
        body: z.object({
          organization: z.object({ id: z.string(), name: z.string() }),
          member: memberSchema,
        }),
      },
    },
  },
});
