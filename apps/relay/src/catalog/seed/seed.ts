import { z } from 'zod';
import { modelKinds, routeProtocols } from '../catalog';
import { createModelSchema } from '../catalog-schemas';
import { autoTierPathSchema, putAutoTierSchema, putFreeTierSchema } from '../tier-rows';

/** A model as the project ships it, and how its own provider calls it. */
export const seedModelSchema = z.strictObject({
  document: createModelSchema,
  upstream: z
    .strictObject({
      model: z.string(),
      protocol: z.enum(routeProtocols),
      /** The one of its maker's entries that serves it, where others of its kind are elsewhere. */
      provider: z.string(),
    })
    .partial()
    .optional(),
});

/** A provider that works as soon as its key is in the environment. */
export const seedProviderSchema = z.strictObject({
  /** Of this entry; a provider with several addresses has several entries. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  slug: z.string(),
  variable: z.string().regex(/^[A-Z0-9_]+_API_KEY$/),
  baseUrl: z.url(),
  protocol: z.enum(routeProtocols),
  /** First parts of the ids of the models it serves. */
  models: z.array(z.string()).min(1),
  kinds: z.array(z.enum(modelKinds)).min(1),
  /** Whatever else the catalog gets under this pattern goes there too. */
  pattern: z.string().nullable(),
  /** Serves the models of others under their full ids, so it comes after their own makers. */
  isAggregator: z.boolean().default(false),
});

export const seedAliasSchema = z.strictObject({ name: z.string(), model: z.string() });

/** A row of the router, as an operator would put it. */
export const seedAutoTierSchema = z.strictObject({
  ...autoTierPathSchema.shape,
  ...putAutoTierSchema.shape,
});

/** Models that their makers give away, so that a free quota costs the operator nothing. */
export const seedFreeTierSchema = z.strictObject({
  model: z.string(),
  ...putFreeTierSchema.shape,
});

export type SeedModel = z.infer<typeof seedModelSchema>;
export type SeedProvider = z.infer<typeof seedProviderSchema>;
export type SeedAlias = z.infer<typeof seedAliasSchema>;
export type SeedAutoTier = z.infer<typeof seedAutoTierSchema>;
export type SeedFreeTier = z.infer<typeof seedFreeTierSchema>;

export interface Seed {
  readonly models: readonly SeedModel[];
  readonly aliases: readonly SeedAlias[];
  readonly providers: readonly SeedProvider[];
  readonly autoTiers: readonly SeedAutoTier[];
  readonly freeTiers: readonly SeedFreeTier[];
}
