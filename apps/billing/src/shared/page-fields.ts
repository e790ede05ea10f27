import { z } from 'zod';
import { validate } from '@tollgate/http';

const pageSizeMax = 200;
const pageSizeDefault = 50;
const cursorLengthMax = 40;

export const pageFields = {
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  cursor: z.string().max(cursorLengthMax).default(''),
};
export const pageSchema = z.object(pageFields);

export interface Page {
  readonly before: string;
  readonly limit: number;
}

/** `?limit=&cursor=` */
export function readPage(query: unknown): Page {
  const { cursor, limit } = validate(pageSchema, query);
  return { before: cursor, limit };
}

/** The cursor of the next page; null when this one is the last. */
export function findNextCursor(
  items: readonly { readonly id: string }[],
  { limit }: Page,
): string | null {
  return items.length === limit ? (items.at(-1)?.id ?? null) : null;
}

const charactersMax = 64;

/** Names an organization instead of the caller's own account. */
export const orgIdField = z
  .string()
  .min(1)
  .max(charactersMax)
  .optional()
  .meta({ description: 'An organization in which the caller is org_admin or billing_viewer.' });
