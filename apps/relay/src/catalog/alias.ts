import { z } from 'zod';

export interface AliasRow {
  /** The name again; lists are in order of it. */
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly created_at: Date;
  /** The call that created it; null: it was seeded. */
  readonly made_by: string | null;
}

/** Reserved for the router. */
const reserved = new Set(['auto', 'auto:free']);

/** What callers may write for a model, in the characters of model names. */
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
