import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerRows, providerRowSchema } from '@tollgate/provider-table';
import { z } from 'zod';
import { modelKinds, routeProtocols } from '../catalog';
import { createModelSchema } from '../catalog-schemas';
import { autoTierPathSchema, putAutoTierSchema, putFreeTierSchema } from '../tier-rows';

/** A shipped model, and its name at its own provider. */
export const seedModelSchema = z.strictObject({
  document: createModelSchema,
  upstream: z
    .strictObject({
      model: z.string(),
      protocol: z.enum(routeProtocols),
      /** Which of its maker's entries serves it, where that is not the usual one. */
      provider: z.string(),
    })
    .partial()
    .optional(),
  /** Clouds that sell it at its maker's price, by the id of their entry, and its name there. */
  clouds: z.array(z.strictObject({ provider: z.string(), model: z.string() })).default([]),
});

/** A row of the table of providers, whose protocol and kinds the relay knows. */
export const seedProviderSchema = providerRowSchema.extend({
  protocol: z.enum(routeProtocols),
  kinds: z.array(z.enum(modelKinds)).min(1),
});

export const seedAliasSchema = z.strictObject({ name: z.string(), model: z.string() });

/** A tier of the router. */
export const seedAutoTierSchema = z.strictObject({
  ...autoTierPathSchema.shape,
  ...putAutoTierSchema.shape,
});

/** Models that are free at their makers, so that a free quota costs the operator nothing. */
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

/** Reads the shipped catalog. Raises when a file is invalid. */
export function readSeed(directory: string): Seed {
  const folder = join(directory, 'models');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return {
    models: files.flatMap((name) => readList(join(folder, name), seedModelSchema)),
    aliases: readList(join(directory, 'aliases.json'), seedAliasSchema),
    providers: z.array(seedProviderSchema).parse(providerRows),
    autoTiers: readList(join(directory, 'auto-tiers.json'), seedAutoTierSchema),
    freeTiers: readList(join(directory, 'free-tiers.json'), seedFreeTierSchema),
  };
}

function readList<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
  const result = z.array(schema).safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${file}: ${z.prettifyError(result.error)}`);
}
