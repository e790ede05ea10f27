import { type Operation, usdSchema } from '@tollgate/http';
import { z } from 'zod';
import { toUsd } from '../shared/usd';
import { allowedModelPattern, patternCharactersMax, patternsPerListMax } from './allowed-models';
import { breakerNanosMin } from './layer';

const reason = { params: { reason: 'unsupported_param' } } as const;

const patternField = z
  .string({ error: 'must be a text' })
  .max(patternCharactersMax)
  .refine((text) => allowedModelPattern.test(text), {
    error: 'must be <provider>/<model> or <provider>/*, in lower case',
    ...reason,
  });

export const allowedModelsBody = z.object({
  allowedModels: z
    .array(patternField)
    .max(patternsPerListMax)
    .transform((patterns) => [...new Set(patterns)])
    .meta({ description: 'Replaces the list; empty: this layer allows every model.' }),
});

export const allowedModelsSchema = z
  .object({
    allowedModels: z.array(z.string()),
    effective: z.array(z.string()).meta({ description: 'The models that all layers allow.' }),
    unrestricted: z.boolean().meta({ description: 'No layer restricts models: all are allowed.' }),
    inheritsFrom: z.enum(['org', 'team', 'member']).nullable(),
  })
  .meta({ id: 'AllowedModels' });

const amountField = usdSchema
  .refine((nanos) => nanos >= breakerNanosMin, {
    error: `must be at least ${toUsd(breakerNanosMin)}`,
    ...reason,
  })
  .nullable()
  .optional()
  .meta({ description: 'USD; null is inherited.' });

export const breakerBody = z.object({
  cbEnabled: z.boolean().nullable().optional().meta({ description: 'Null is inherited.' }),
  cbMinuteUsd: amountField,
  cbHourlyUsd: amountField,
});

const amount = z.number().nullable();

export const scopeBreakerSchema = z
  .object({
    settings: z.object({
      cbEnabled: z.boolean().nullable(),
      cbMinuteUsd: amount,
      cbHourlyUsd: amount,
    }),
    resolvedSettings: z
      .object({ cbEnabled: z.boolean(), cbMinuteUsd: z.number(), cbHourlyUsd: z.number() })
      .meta({ description: 'What is enforced, after inheritance.' }),
    liveSpend: z.object({ minuteSpend: z.number(), hourSpend: z.number() }),
  })
  .meta({ id: 'ScopeBreaker' });

type Scoped = Pick<Operation, 'tag' | 'summary' | 'description' | 'answers'>;

export function readAllowedModels(of: string): Scoped {
  return {
    tag: 'Organizations',
    summary: `The models that ${of} may call`,
    description: 'For org_admin.',
    answers: { 200: { about: 'The lists.', body: allowedModelsSchema } },
  };
}

export function writeAllowedModels(of: string): Scoped & Pick<Operation, 'body'> {
  return {
    ...readAllowedModels(of),
    summary: `Set the models that ${of} may call`,
    body: allowedModelsBody,
  };
}

export function readBreaker(of: string, description: string): Scoped {
  return {
    tag: 'Organizations',
    summary: `The spend breaker of ${of}`,
    description,
    answers: { 200: { about: 'Settings and spend.', body: scopeBreakerSchema } },
  };
}

export function writeBreaker(of: string, about: string): Scoped & Pick<Operation, 'body'> {
  return {
    ...readBreaker(of, about),
    summary: `Set the spend breaker of ${of}`,
    body: breakerBody,
  };
}
