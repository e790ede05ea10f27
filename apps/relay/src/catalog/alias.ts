import { z } from 'zod';

export interface AliasRow {
  /** Lists come in order of it: the name once more. */
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly created_at: Date;
  /** The call that made it; null when it was shipped. */
  readonly made_by: string | null;
}

/** Words that no alias may take: they choose among all models. */
const reserved = new Set(['auto', 'auto:free']);

/** What callers may write for a model, in the characters that names of models have. */
const aliasName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._:/@~-]*$/, 'must be lower case letters, digits and . _ : / @ ~ -')
  .refine((name) => !reserved.has(name), 'is a reserved name');

export const createAliasSchema = z.strictObject({
  name: aliasName,
  model: z.string().min(1).max(200),
});
export type CreateAlias = z.infer<typeof createAliasSchema>;

export function isReservedTarget(model: string): boolean {
  return reserved.has(model);
}

export function describeAlias({ created_at, model, name }: AliasRow): {
  name: string;
  model: string;
  createdAt: string;
} {
  return { name, model, createdAt: created_at.toISOString() };
}
