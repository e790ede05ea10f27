import { countField, defineOperations, textField, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { budgetField } from '../shared/http-fields';
import { permissions } from './team';

const nameCharactersMax = 100;
const descriptionCharactersMax = 500;
const costCenterCharactersMax = 50;

const more = {
  description: textField(descriptionCharactersMax).nullable().optional(),
  costCenterCode: textField(costCenterCharactersMax).nullable().optional(),
  permissionScope: z
    .array(z.enum(permissions))
    .max(permissions.length)
    .transform((scope) => [...new Set(scope)])
    .optional()
    .meta({ description: 'What its keys may call; empty: everything.' }),
  monthlyBudget: budgetField.optional(),
};

export const createTeamBody = z.object({ name: textField(nameCharactersMax), ...more });
export const updateTeamBody = z.object({
  name: textField(nameCharactersMax).optional(),
  ...more,
});

export const teamSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    costCenterCode: z.string().nullable(),
    monthlyBudget: usdField.nullable(),
    permissionScope: z.array(z.enum(permissions)),
    memberCount: countField,
    spend: z.object({
      month: usdField.nullable().meta({ description: 'USD; null while it is not known.' }),
    }),
    createdAt: timeField,
  })
  .meta({ id: 'Team' });

const description = 'For org_admin.';

export const teamOperations = defineOperations({
  'GET /v1/orgs/{orgId}/teams': {
    id: 'listTeams',
    tag: 'Organizations',
    summary: 'Teams, by name',
    description: 'For org_admin; a team_admin sees the own team.',
    answers: { 200: { about: 'The teams.', body: z.object({ teams: z.array(teamSchema) }) } },
  },
  'POST /v1/orgs/{orgId}/teams': {
    id: 'createTeam',
    tag: 'Organizations',
    summary: 'Make a team',
    description,
    body: createTeamBody,
    isIdempotent: true,
    answers: { 201: { about: 'The team.', body: teamSchema } },
  },
  'PATCH /v1/orgs/{orgId}/teams/{teamId}': {
    id: 'updateTeam',
    tag: 'Organizations',
    summary: 'Change a team',
    description: 'For org_admin; a team_admin changes name and monthlyBudget of the own team.',
    body: updateTeamBody,
    answers: { 200: { about: 'The team afterwards.', body: teamSchema } },
  },
  'DELETE /v1/orgs/{orgId}/teams/{teamId}': {
    id: 'deleteTeam',
    tag: 'Organizations',
    summary: 'Delete a team',
    description,
    answers: { 204: { about: 'Its members stay without a team; its keys are refused.' } },
  },
});
