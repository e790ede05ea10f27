import { countField, defineOperations, pageOf, timeField } from '@tollgate/http';
import { z } from 'zod';
import { autoTables, autoTierNames } from '../catalog/tiers';
import { putAutoTierSchema, putFreeTierSchema } from '../catalog/tier-rows';
import { pageSchema } from './page';

const autoTierSchema = z
  .object({
    tier: z.enum(autoTierNames),
    table: z.enum(autoTables),
    enabled: z.boolean(),
    primary: z.string().nullable().meta({ description: 'Null: not set.' }),
    fallbacks: z.array(z.string()),
    updatedAt: timeField,
  })
  .meta({ id: 'AutoTier' });

const freeTierSchema = z
  .object({
    model: z.string(),
    enabled: z.boolean(),
    rpm: countField,
    dailyUnits: countField,
    fundedMultiplier: countField,
    unitTokens: countField,
    updatedAt: timeField,
  })
  .meta({ id: 'FreeTier' });

export const tierOperations = defineOperations({
  'GET /api/admin/auto-tiers': {
    id: 'listAutoTiers',
    tag: 'Operator',
    summary: 'The tiers of the router and their models',
    description: 'All tiers of both tables: `paid` serves `auto`, `free` serves `auto:free`.',
    answers: { 200: { about: 'Every tier.', body: pageOf(autoTierSchema) } },
  },
  'PUT /api/admin/auto-tiers/{table}/{tier}': {
    id: 'putAutoTier',
    tag: 'Operator',
    summary: 'Sets the models of a tier',
    body: putAutoTierSchema,
    answers: { 200: { about: 'The tier afterwards.', body: autoTierSchema } },
  },
  'GET /api/admin/free-tiers': {
    id: 'listFreeTiers',
    tag: 'Operator',
    summary: 'Models that are free within a quota',
    query: pageSchema,
    answers: { 200: { about: 'A page of quotas.', body: pageOf(freeTierSchema) } },
  },
  'PUT /api/admin/free-tiers/{modelId}': {
    id: 'putFreeTier',
    tag: 'Operator',
    summary: 'Makes a model free within a quota',
    body: putFreeTierSchema,
    answers: { 200: { about: 'The quota afterwards.', body: freeTierSchema } },
  },
  'DELETE /api/admin/free-tiers/{modelId}': {
    id: 'deleteFreeTier',
    tag: 'Operator',
    summary: 'Ends the free tier of a model',
    answers: { 204: { about: 'Done.' } },
  },
});
