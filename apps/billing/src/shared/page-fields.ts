import { validate } from '@tollgate/http';
import { z } from 'zod';

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
