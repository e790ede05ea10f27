import { defineOperations } from '@tollgate/http';
import { z } from 'zod';
import { generationSchema } from './generation-fields';

export const generationQuerySchema = z.object({
  id: z.string().meta({ description: 'The id of an answer: `gen-…`, `resp_…` or `msg_…`.' }),
});

export const generationOperations = defineOperations({
  'GET /v1/generation': {
    id: 'getGeneration',
    tag: 'Usage',
    summary: 'The receipt of one call',
    query: generationQuerySchema,
    answers: {
      200: { about: 'What was used and charged.', body: z.object({ data: generationSchema }) },
    },
  },
  'GET /api/orgs/{orgId}/calls/{id}': {
    id: 'getOrgCall',
    tag: 'Organizations',
    summary: 'The receipt of one call of the organization',
    description:
      'For org_admin and billing_viewer; a team_admin reads the calls of its team, a member its ' +
      'own. `member_id` is null for billing_viewer.',
    answers: {
      200: { about: 'What was used and charged.', body: z.object({ data: generationSchema }) },
    },
  },
});
