import { countField, defineOperations, usdSchema } from '@tollgate/http';
import { z } from 'zod';

const domainsMax = 100;
const domainCharactersMax = 253;
const sessionsMax = 100;
const countMax = 1_000_000_000_000;
const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

const domainField = z
  .string()
  .max(domainCharactersMax)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => domainPattern.test(text), {
    error: 'must be a domain such as uni.edu, in ASCII',
    params: { reason: 'unsupported_param' },
  });

const quotaCount = z.int().min(1).max(countMax).nullable().optional();

export const eduConfigBody = z.object({
  eduConfig: z.object({
    allowedDomains: z
      .array(domainField)
      .max(domainsMax)
      .transform((domains) => [...new Set(domains)])
      .optional()
      .meta({ description: 'Exact domains of mail addresses; empty: sign-in is off.' }),
    sessionTtlSeconds: z.int().min(300).max(2_592_000).optional(),
    verificationTtlSeconds: z.int().min(60).max(3_600).optional(),
    maxSessionsPerEmailPerKey: z.int().min(1).max(sessionsMax).optional(),
    sessionQuota: z
      .object({
        requests: quotaCount,
        tokens: quotaCount,
        usd: usdSchema.nullable().optional(),
      })
      .optional()
      .meta({ description: 'Of one session; null: no bound.' }),
  }),
});

const eduConfigSchema = z.object({
  eduConfig: z
    .object({
      allowedDomains: z.array(z.string()),
      sessionTtlSeconds: countField,
      verificationTtlSeconds: countField,
      maxSessionsPerEmailPerKey: countField,
      sessionQuota: z.object({
        requests: countField.nullable(),
        tokens: countField.nullable(),
        usd: z.number().nullable(),
      }),
    })
    .meta({ id: 'EduConfig' }),
});

export const eduConfigOperations = defineOperations({
  'GET /api/orgs/{orgId}/edu-config': {
    id: 'getEduConfig',
    tag: 'Organizations',
    summary: 'How an institution lets its people in',
    description: 'For org_admin.',
    answers: { 200: { about: 'The settings.', body: eduConfigSchema } },
  },
  'PATCH /api/orgs/{orgId}/edu-config': {
    id: 'updateEduConfig',
    tag: 'Organizations',
    summary: 'Set how users of an institution sign in',
    description: 'For org_admin. Settings that are not sent stay as they are.',
    body: eduConfigBody,
    answers: { 200: { about: 'The settings afterwards.', body: eduConfigSchema } },
  },
});
