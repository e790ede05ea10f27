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
  teacherIds: z
    .array(z.string())
    .meta({ description: 'Members that see and end the sessions that began with the key.' }),
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
    keyName: z.string().meta({ description: 'Of the key that the session began with: the class.' }),
    status: z.enum(sessionStatuses),
    createdAt: timeField,
    expiresAt: timeField,
    lastUsed: timeField.nullable(),
    requests: countField,
    tokens: countField,
    spend: usdField,
    quota: z
      .object({
        requests: countField.nullable(),
        tokens: countField.nullable(),
        usd: usdField.nullable(),
      })
      .meta({ description: 'Of the whole session; null: no bound.' }),
  })
  .meta({ id: 'InstitutionSession' });

export const institutionClassSchema = z
  .object({
    id: z.string().meta({ description: 'The id of its institution key.' }),
    name: z.string(),
    enabled: z.boolean().meta({ description: 'False: no new sessions begin.' }),
    expiresAt: timeField.nullable(),
    activeSessions: countField,
  })
  .meta({ id: 'InstitutionClass' });

export const verifiedSchema = z.object({
  token: z.string().meta({ description: 'To be sent as a bearer, like a key.' }),
  expiresAt: timeField,
  organization: z.object({ id: z.string(), name: z.string() }),
});
