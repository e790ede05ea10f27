import { cursorField, defineOperations, emailField, orderField, searchField } from '@tollgate/http';
import { z } from 'zod';
import { budgetField } from '../shared/http-fields';
import { seatsMax } from '../organizations/organization';
import { invitedSchema, memberSchema, roleField, teamIdField } from './member-fields';
import { memberSorts } from './member-page';

const pageSizeMax = 200;

export const membersQuery = z.object({
  search: searchField.meta({
    description: 'Part of the name or of the mail address; upper and lower case are alike.',
  }),
  sort: z
    .enum(memberSorts)
    .default('joinedAt')
    .meta({ description: '`spend` is that of this month. Members without a name are the first.' }),
  order: orderField.default('asc'),
  cursor: cursorField,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeMax)
    .optional()
    .meta({ description: `Left out: all members, of whom there are at most ${seatsMax}.` }),
});

export const addMemberBody = z.object({
  email: emailField,
  role: roleField.optional(),
  teamId: teamIdField
    .nullable()
    .optional()
    .meta({ description: 'Required for a team_admin; left out by one, it is the own team.' }),
  monthlyBudget: budgetField.optional(),
});

export const updateMemberBody = z.object({
  role: roleField.optional(),
  teamId: teamIdField.nullable().optional(),
  monthlyBudget: budgetField.optional(),
});

const description = 'For org_admin, and for team_admin within the own team.';

export const memberOperations = defineOperations({
  'GET /v1/orgs/{orgId}/members': {
    id: 'listMembers',
    tag: 'Organizations',
    summary: 'Members, by default oldest first',
    description,
    query: membersQuery,
    answers: {
      200: {
        about: 'The members.',
        body: z.object({
          members: z.array(memberSchema),
          nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page.' }),
        }),
      },
    },
  },
  'POST /v1/orgs/{orgId}/members': {
    id: 'addMember',
    tag: 'Organizations',
    summary: 'Add a member by mail address',
    description: `${description} An address that is not the verified address of an account is invited instead.`,
    body: addMemberBody,
    isIdempotent: true,
    answers: {
      201: { about: 'The member.', body: memberSchema },
      202: {
        about: 'Invited by mail; the same for an unverified address and for one without account.',
        body: invitedSchema,
      },
    },
  },
  'PATCH /v1/orgs/{orgId}/members/{memberId}': {
    id: 'updateMember',
    tag: 'Organizations',
    summary: 'Change role, team or budget of a member',
    description: `${description} The last org_admin stays one.`,
    body: updateMemberBody,
    answers: { 200: { about: 'The member afterwards.', body: memberSchema } },
  },
  'DELETE /v1/orgs/{orgId}/members/{memberId}': {
    id: 'removeMember',
    tag: 'Organizations',
    summary: 'Remove a member',
    description: `${description} The last org_admin stays.`,
    answers: {
      204: { about: 'Its keys of the organization are refused; account and history stay.' },
    },
  },
});
