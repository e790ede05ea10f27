import { defineOperations, usdField } from '@tollgate/http';
import { z } from 'zod';
import { brakeStates } from './brake';

const reasonLengthMax = 500;

/** The till counts no more than this exactly. */
const limitUsdMax = 9_000_000;

const retryAfterSecondsMax = 86_400;

export const brakeBodySchema = z.object({
  state: z.enum(brakeStates),
  limitUsdPerMinute: z.number().max(limitUsdMax).optional(),
  limitUsdPerHour: z.number().max(limitUsdMax).optional(),
  retryAfter: z.number().int().min(1).max(retryAfterSecondsMax).optional(),
  reason: z.string().max(reasonLengthMax).nullish(),
});

export const brakeSchema = z
  .object({
    state: z.enum(brakeStates),
    limitUsdPerMinute: usdField,
    limitUsdPerHour: usdField,
    retryAfter: z.int().meta({ description: 'Seconds in the Retry-After of refused calls.' }),
    reason: z.string().nullable(),
    tripped: z.boolean(),
  })
  .meta({ id: 'Brake' });

export const brakeOperations = defineOperations({
  'GET /api/admin/brake': {
    id: 'getBrake',
    tag: 'Operator',
    summary: 'The global spend brake',
    answers: { 200: { about: 'Its settings and state.', body: brakeSchema } },
  },
  'PUT /api/admin/brake': {
    id: 'setBrake',
    tag: 'Operator',
    summary: 'Sets the global spend brake',
    body: brakeBodySchema,
    answers: { 200: { about: 'Its settings and state.', body: brakeSchema } },
  },
});
