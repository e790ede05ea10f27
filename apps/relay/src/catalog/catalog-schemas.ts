import { videoTasks } from '@tollgate/video-protocols';
import { z } from 'zod';
import { modelFamilies, modelKinds, routeProtocols } from './catalog';

/** Unknown fields are refused: a typo in the configuration must not pass unnoticed. */
const tokenPrice = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'must be a decimal text with at most 6 decimals')
  .nullable();
const unitPrice = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,12})?$/, 'must be a decimal text with at most 12 decimals')
  .nullable();
/**
 * Every part between slashes begins with a letter, a digit or ~, so none is empty or a relative
 * path.
 */
const modelId = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9~][a-z0-9._~-]*(?:\/[a-z0-9~][a-z0-9._:@~-]*)+$/,
    'must be <provider>/<model> in lower case letters, digits and . _ : @ ~ -',
  );
const oneLine = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters');
const count = z.int().positive();
const date = z.iso.date();

const namedPrices = z
  .record(z.string().min(1).max(80), unitPrice)
  .refine((prices) => Object.keys(prices).length <= 50, 'must have at most 50 names')
  .nullable();

const pricesSchema = z
  .strictObject({
    prompt: tokenPrice,
    completion: tokenPrice,
    cacheRead: tokenPrice,
    cacheWrite: tokenPrice,
    cacheWrite1h: tokenPrice,
    reasoning: tokenPrice,
    thinkingMultiplier: unitPrice,
    audioInput: tokenPrice,
    audioOutput: tokenPrice,
    imageInput: tokenPrice,
    imageOutput: tokenPrice,
    image: unitPrice,
    request: unitPrice,
    web: unitPrice,
    character: unitPrice,
    audioSecond: unitPrice,
    searchUnit: unitPrice.meta({
      description: 'USD per search of a rerank model, as the provider counts searches.',
    }),
    videoSecond: unitPrice,
    tools: namedPrices.meta({
      description:
        'USD per use of what the provider bills beside tokens: hosted and server tools ' +
        '(`web_search`), and flags of `anthropic-beta`.',
    }),
    serviceTiers: namedPrices.meta({
      description: 'What the token prices are multiplied by, such as `priority: 2`.',
    }),
  })
  .partial();

const tierSchema = z.strictObject({
  abovePromptTokens: count,
  prompt: tokenPrice,
  completion: tokenPrice,
  cacheRead: tokenPrice.optional(),
  cacheWrite: tokenPrice.optional(),
});

const videoSchema = z
  .strictObject({
    durations: z.array(count).max(50),
    resolutions: z.record(z.string(), unitPrice),
    aspectRatios: z.array(z.string()).max(50),
    tasks: z.array(z.enum(videoTasks)),
    audioMultiplier: unitPrice,
  })
  .partial();

const optionalFields = {
  description: z.string().max(4_000).nullable(),
  family: z.enum(modelFamilies),
  contextLength: count.nullable(),
  maxCompletionTokens: count.nullable(),
  inputModalities: z.array(z.string().max(40)).max(20),
  outputModalities: z.array(z.string().max(40)).max(20),
  supportedParameters: z.array(z.string().max(80)).max(100),
  thinking: z.strictObject({ mode: z.enum(['none', 'optional', 'always']), default: z.boolean() }),
  tiers: z.array(tierSchema).max(10),
  sizes: z.record(z.string(), unitPrice),
  video: videoSchema,
  voices: z.array(z.string().min(1).max(200)).max(500),
  defaultVoice: z.string().min(1).max(200),
  defaultFor: z.array(z.enum(['images.edits'])).max(1),
  releaseDate: date.nullable().meta({
    description: 'Shown as `created` of the model; without it the day it came into the catalog.',
  }),
  deprecationDate: date.nullable(),
  successor: modelId.nullable(),
  enabled: z.boolean(),
};

const requiredFields = {
  name: oneLine(200),
  kind: z.enum(modelKinds),
  prices: pricesSchema,
};

export const createModelSchema = z
  .strictObject({ id: modelId, ...requiredFields })
  .extend(z.strictObject(optionalFields).partial().shape);
export const patchModelSchema = z.strictObject({ ...requiredFields, ...optionalFields }).partial();
const importedModelsMax = 5_000;
export const importModelsSchema = z.strictObject({
  models: z.array(createModelSchema).min(1).max(importedModelsMax),
  dryRun: z
    .boolean()
    .optional()
    .meta({ description: 'Writes nothing and lists what would change.' }),
});
export const retireModelSchema = z.strictObject({
  effectiveDate: date,
  successor: modelId.nullable().optional(),
});

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .transform((url) => url.replace(/\/+$/, ''));
const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII');
const headers = z.record(z.string().regex(/^[a-z0-9-]{1,80}$/i), headerValue);

const providerKeyFields = {
  baseUrl: baseUrl.optional().meta({
    description: 'May be left out for a hosted provider that the gateway knows by its name.',
  }),
  protocol: z
    .enum(routeProtocols)
    .optional()
    .meta({ description: 'May be left out for a provider that the gateway knows by its name.' }),
  headers: headers.default({}),
  weight: z.int().min(0).max(1_000).default(1),
  enabled: z.boolean().default(true),
  isDefault: z.boolean().default(false),
};

const providerSlug = z.string().regex(/^[a-z0-9._-]{1,80}$/);
const visibleAscii = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces');
/** Sent in a header, which allows visible ASCII only, unless it is the JSON of a cloud. */
const apiKey = z
  .string()
  .min(1)
  .max(16_000)
  .regex(
    /^(?:[\x21-\x7e]+|\s*\{[\s\x21-\x7e]*)$/,
    'must be visible ASCII without spaces, or a JSON object',
  );

export const createProviderKeySchema = z.strictObject({
  provider: providerSlug,
  apiKey: apiKey
    .optional()
    .meta({ description: 'May be left out for a self-hosted server without a key.' }),
  ...providerKeyFields,
});
export const discoverModelsSchema = z.strictObject({
  provider: providerSlug,
  baseUrl: baseUrl.optional().meta({
    description:
      'Left out: the address of the stored key of this provider, or the usual one of a hosted ' +
      'provider that the gateway knows by its name.',
  }),
  apiKey: apiKey.optional().meta({
    description:
      'Left out: the stored key of this provider, if it was entered for the host of `baseUrl`.',
  }),
});
export const patchProviderKeySchema = z
  .strictObject({
    apiKey,
    baseUrl,
    protocol: z.enum(routeProtocols),
    headers,
    weight: z.int().min(0).max(1_000),
    enabled: z.boolean(),
    isDefault: z.boolean(),
  })
  .partial();

const routePreferences = {
  quantization: z.string().max(40).nullable(),
  dataCollection: z.enum(['allow', 'deny']),
  supportedParameters: z.array(z.string().max(80)).max(100).nullable(),
  contextLength: count.nullable(),
  maxCompletionTokens: count.nullable(),
  prices: pricesSchema.nullable(),
};
const routePattern = z
  .string()
  .max(200)
  .regex(
    /^(?:\*|[a-z0-9~][a-z0-9._~-]*(?:\/\*|(?:\/[a-z0-9~][a-z0-9._:@~-]*)+))$/,
    'must be a full model id, <provider>/* or *',
  );
const routeFields = {
  pattern: routePattern,
  providerKeyId: z.string().min(1).max(80),
  upstreamModel: visibleAscii(300).nullable(),
  protocol: z.enum(routeProtocols),
  priority: z.int().min(0).max(1_000),
  weight: z.int().min(0).max(1_000),
  enabled: z.boolean(),
};

export const createRouteSchema = z
  .strictObject({ pattern: routePattern, providerKeyId: routeFields.providerKeyId })
  .extend(
    z
      .strictObject({ ...routeFields, ...routePreferences })
      .omit({ pattern: true, providerKeyId: true })
      .partial().shape,
  );
export const patchRouteSchema = z.strictObject({ ...routeFields, ...routePreferences }).partial();

export type CreateModel = z.infer<typeof createModelSchema>;
export type PatchModel = z.infer<typeof patchModelSchema>;
export type ImportModels = z.infer<typeof importModelsSchema>;
export type RetireModel = z.infer<typeof retireModelSchema>;
export type DiscoverModels = z.infer<typeof discoverModelsSchema>;
export type CreateProviderKey = z.infer<typeof createProviderKeySchema>;
export type PatchProviderKey = z.infer<typeof patchProviderKeySchema>;
export type CreateRoute = z.infer<typeof createRouteSchema>;
export type PatchRoute = z.infer<typeof patchRouteSchema>;
