import { countField, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { sessionStatuses } from './institution-session';

const institutionKeyFields = {
  id: z.string(),
  name: z.string(),
  keyPrefix: z.string().meta({ description: 'The first characters of the secret.' }),
  keySuffix: z.string().meta({ description: 'The last characters of the secret.' }),
  enabled: z.boolean(),
  expiresAt: timeField.nullable(),
  createdAt: timeField,
};

export const institutionKeySchema = z.object(institutionKeyFields).meta({ id: 'InstitutionKey' });

export const createdInstitutionKeySchema = institutionKeySchema.extend({
  key: z.string().nullable().meta({ description: 'The secret, shown this once.' }),
});

export const institutionSessionSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    keyId: z.string(),
    status: z.enum(sessionStatuses),
    createdAt: timeField,
    expiresAt: timeField,
    lastUsed: timeField.nullable(),
    requests: countField,
    tokens: countField,
    spend: usdField,
  })
  .meta({ id: 'InstitutionSession' });

export const verifiedSchema = z.object({
  token: z.string().meta({ description: 'To be sent as a bearer, like a key.' }),
  expiresAt: timeField,
  organization: z.object({ id: z.string(), name: z.string() }),
});
