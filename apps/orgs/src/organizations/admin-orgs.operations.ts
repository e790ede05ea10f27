import {
  countField,
  cursorField,
  defineOperations,
  emailField,
  orderField,
  pageOf,
  searchField,
  timeField,
  usdField,
  usdSchema,
} from '@tollgate/http';
import { z } from 'zod';
import { invitedSchema, memberSchema, roleField, teamIdField } from '../members/member-fields';
import { membersQuery } from '../members/members.operations';
import { orgSorts } from './org-page';
import { seatsMax } from './organization';
import { orgNameField, slugField } from './orgs.operations';

const pageSizeDefault = 50;
const pageSizeMax = 200;

export const orgsQuery = z.object({
  search: searchField.meta({
    description: 'The beginning of a name or slug, or a whole id; upper and lower case are alike.',
  }),
  sort: z.enum(orgSorts).default('createdAt'),
  order: orderField.default('desc'),
  cursor: cursorField,
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

export const orgMembersQuery = membersQuery.extend({ limit: orgsQuery.shape.limit });

const terms = {
  plan: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'must be a word in lower case')
    .optional(),
  seats: z.int().min(1).max(seatsMax).optional(),
  billingMode: z.enum(['prepaid', 'monthly']).optional(),
  creditLineUsd: usdSchema
    .nullable()
    .optional()
    .meta({ description: 'How far a monthly balance may go below zero.' }),
  localCurrency: z.boolean().optional().meta({ description: 'Invoices carry VAT.' }),
};

export const createOrgAsOperatorBody = z.strictObject({
  name: orgNameField,
  slug: slugField.optional(),
  ownerEmail: emailField,
  ...terms,
});

export const addMemberAsOperatorBody = z.strictObject({
  email: emailField,
  role: roleField,
  teamId: teamIdField.nullable().optional().meta({ description: 'Required for a team_admin.' }),
});

export const updateOrgAsOperatorBody = z.strictObject({
  ...terms,
  suspended: z.boolean().optional(),
  deleted: z.boolean().optional(),
});

const adminOrgFields = {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  seats: countField,
  billingMode: z.enum(['prepaid', 'monthly']),
  creditLineUsd: usdField.nullable(),
  localCurrency: z.boolean(),
  suspended: z.boolean(),
  deleted: z.boolean(),
  createdAt: timeField,
};

export const adminOrgSchema = z.object(adminOrgFields).meta({ id: 'AdminOrganization' });

const invitedOrgSchema = z
  .object({ ...adminOrgFields, invited: z.literal(true) })
  .meta({ id: 'AdminOrganizationWithoutOwner' });

/** Organizations, as operators look after them. */
export const adminOrgOperations = defineOperations({
  'GET /api/admin/orgs': {
    id: 'listAllOrganizations',
    tag: 'Operator',
    summary: 'Organizations, by default newest first',
    query: orgsQuery,
    answers: { 200: { about: 'A page of organizations.', body: pageOf(adminOrgSchema) } },
  },
  'POST /api/admin/orgs': {
    id: 'createOrganizationFor',
    tag: 'Operator',
    summary: 'Create an organization for a user',
    body: createOrgAsOperatorBody,
    isIdempotent: true,
    answers: {
      201: { about: 'The organization.', body: adminOrgSchema },
      202: {
        about:
          'The organization, without members: `ownerEmail` is not the verified address of an ' +
          'account, so its owner was invited by mail.',
        body: invitedOrgSchema,
      },
    },
  },
  'PATCH /api/admin/orgs/{id}': {
    id: 'updateOrganizationTerms',
    tag: 'Operator',
    summary: 'Change plan, seats and payment, or suspend an organization',
    body: updateOrgAsOperatorBody,
    answers: { 200: { about: 'The organization afterwards.', body: adminOrgSchema } },
  },
  'GET /api/admin/orgs/{id}/members': {
    id: 'listMembersOf',
    tag: 'Operator',
    summary: 'Members of any organization, by default oldest first',
    query: orgMembersQuery,
    answers: { 200: { about: 'A page of members.', body: pageOf(memberSchema) } },
  },
  'POST /api/admin/orgs/{id}/members': {
    id: 'addMemberFor',
    tag: 'Operator',
    summary: 'Add a member to any organization',
    description: 'For an organization whose administrators are gone.',
    body: addMemberAsOperatorBody,
    isIdempotent: true,
    answers: {
      201: { about: 'The member.', body: memberSchema },
      202: {
        about: 'Invited by mail; the same for an unverified address and for one without account.',
        body: invitedSchema,
      },
    },
  },
});
