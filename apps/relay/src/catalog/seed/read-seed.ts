import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  seedAliasSchema,
  seedAutoTierSchema,
  seedFreeTierSchema,
  seedModelSchema,
  seedProviderSchema,
  type Seed,
} from './seed';

/** Reads the shipped catalog. Raises when a file is invalid. */
export function readSeed(directory: string): Seed {
  const folder = join(directory, 'models');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return {
    models: files.flatMap((name) => readList(join(folder, name), seedModelSchema)),
    aliases: readList(join(directory, 'aliases.json'), seedAliasSchema),
    providers: readList(join(directory, 'providers.json'), seedProviderSchema),
    autoTiers: readList(join(directory, 'auto-tiers.json'), seedAutoTierSchema),
    freeTiers: readList(join(directory, 'free-tiers.json'), seedFreeTierSchema),
  };
}

function readList<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
  const result = z.array(schema).safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${file}: ${z.prettifyError(result.error)}`);
}
