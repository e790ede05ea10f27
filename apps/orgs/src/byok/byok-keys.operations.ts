import { countField, defineOperations, textField, timeField } from '@tollgate/http';
import { z } from 'zod';
import { byokModelsMax, byokProtocols } from './byok-key';
import { byokProviders } from './byok-providers';

const nameCharactersMax = 100;
const urlCharactersMax = 500;
/** Credentials of a cloud are a JSON object with a private key or a session token in it. */
const apiKeyCharactersMax = 16_000;
const modelCharactersMax = 200;
const scopedKeysMax = 100;
const orgIdCharactersMax = 64;

/** Names that other clients give to the same fields. */
const spellings: Readonly<Record<string, string>> = {
  base_url: 'baseUrl',
  api_key: 'apiKey',
  fallback_mode: 'fallbackMode',
  scoped_api_key_ids: 'scopedApiKeyIds',
  model_mappings: 'modelMappings',
  model_toggles: 'modelToggles',
};

function respell(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [spellings[name] ?? name, value]),
  );
}

const modelName = z
  .string()
  .trim()
  .min(1)
  .max(modelCharactersMax)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces');

const settings = {
  name: textField(nameCharactersMax),
  baseUrl: z.string().trim().max(urlCharactersMax),
  protocol: z
    .preprocess((word) => (word === 'openai-compatible' ? 'openai' : word), z.enum(byokProtocols))
    .meta({ enum: byokProtocols }),
  fallbackMode: z.enum(['seamless', 'strict']),
  scopedApiKeyIds: z
    .array(z.string())
    .max(scopedKeysMax)
    .meta({ description: 'Keys that it is for; empty: all of the organization.' }),
  enabled: z.boolean(),
  modelMappings: z
    .array(
      z.object({
        model: modelName.toLowerCase().meta({ description: 'As the catalog calls it.' }),
        upstreamModel: modelName,
        enabled: z.boolean().default(true),
      }),
    )
    .max(byokModelsMax),
};

export const createByokBody = z.preprocess(
  respell,
  z.object({
    ...settings,
    apiKey: z.string().trim().min(1).max(apiKeyCharactersMax),
    provider: z
      .enum(byokProviders)
      .optional()
      .meta({ description: 'A known provider, in the place of `baseUrl` and `protocol`.' }),
    baseUrl: settings.baseUrl
      .optional()
      .meta({ description: 'Required unless `provider` is given.' }),
    protocol: settings.protocol
      .optional()
      .meta({ description: 'That of `provider`, or `openai`, if it is left out.' }),
    fallbackMode: settings.fallbackMode.default('seamless'),
    scopedApiKeyIds: settings.scopedApiKeyIds.default([]),
    enabled: settings.enabled.default(true),
    modelMappings: settings.modelMappings.default([]),
  }),
);

export const updateByokBody = z.preprocess(
  respell,
  z.object({
    ...z.object(settings).partial().shape,
    apiKey: z
      .string()
      .trim()
      .min(1)
      .max(apiKeyCharactersMax)
      .optional()
      .meta({
        description:
          'Required when baseUrl changes to another host, and accepted only with baseUrl: to ' +
          'replace the key of the same host, make a new provider key.',
      }),
    modelToggles: z.record(modelName, z.boolean()).optional(),
  }),
);

const keyFields = {
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  keyMask: z.string(),
  protocol: z.enum(byokProtocols),
  fallbackMode: z.enum(['seamless', 'strict']),
  scopedApiKeyIds: z.array(z.string()),
  enabled: z.boolean(),
  models: z.array(z.object({ model: z.string(), upstreamModel: z.string(), enabled: z.boolean() })),
  health: z.object({
    status: z.enum(['unknown', 'healthy', 'failing']),
    lastCheckedAt: timeField.nullable(),
    lastError: z.string().nullable(),
    failures: countField,
  }),
  createdAt: timeField,
  updatedAt: timeField,
};
const syncFields = {
  matched: z.array(z.string()),
  unmatched: z.array(z.string()),
  stale: z.array(z.string()),
};

export const byokKeySchema = z.object(keyFields).meta({ id: 'ByokKey' });
export const syncedByokKeySchema = z
  .object({ ...keyFields, sync: z.object(syncFields), ...syncFields })
  .meta({ id: 'SyncedByokKey' });

const tag = 'Organizations';
const description =
  'For a management key of the organization that an org_admin owns, or for the session of an ' +
  'org_admin with `orgId`.';

export const byokQuery = z.object({
  orgId: z
    .string()
    .max(orgIdCharactersMax)
    .optional()
    .meta({ description: 'The organization; required of a session.' }),
});
const path = '/v1/management/byok-keys';

export const byokOperations = defineOperations({
  [`GET ${path}` as const]: {
    id: 'listByokKeys',
    tag,
    summary: 'Own provider keys',
    description,
    query: byokQuery,
    answers: {
      200: {
        about: 'The keys, twice by two names.',
        body: z.object({ keys: z.array(byokKeySchema), data: z.array(byokKeySchema) }),
      },
    },
  },
  [`POST ${path}` as const]: {
    id: 'createByokKey',
    tag,
    summary: 'Add an own provider key',
    description,
    query: byokQuery,
    body: createByokBody,
    isIdempotent: true,
    answers: { 201: { about: 'The key, and which models were found.', body: syncedByokKeySchema } },
  },
  [`GET ${path}/{id}` as const]: {
    id: 'getByokKey',
    tag,
    summary: 'One own provider key',
    description,
    query: byokQuery,
    answers: { 200: { about: 'The key.', body: byokKeySchema } },
  },
  [`PATCH ${path}/{id}` as const]: {
    id: 'updateByokKey',
    tag,
    summary: 'Change an own provider key',
    description,
    query: byokQuery,
    body: updateByokBody,
    answers: { 200: { about: 'The key afterwards.', body: syncedByokKeySchema } },
  },
  [`DELETE ${path}/{id}` as const]: {
    id: 'deleteByokKey',
    tag,
    summary: 'Delete an own provider key',
    description,
    query: byokQuery,
    answers: { 204: { about: 'Calls go by the platform again.' } },
  },
});
