import type { Request } from 'express';
import { validate } from '@tollgate/http';
import { z } from 'zod';

const pageSizeMax = 500;
export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(100),
  cursor: z.string().max(300).default(''),
});

/** Lists are in order of id; the cursor is the last id of the previous page. */
export function readPage(request: Request): { after: string; limit: number } {
  const { cursor, limit } = validate(pageSchema, request.query);
  return { after: cursor, limit };
}

export function renderPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  page: { readonly limit: number },
  describe: (row: Row) => Record<string, unknown>,
): { items: Record<string, unknown>[]; nextCursor: string | null } {
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return { items: rows.map(describe), nextCursor: last?.id ?? null };
}
