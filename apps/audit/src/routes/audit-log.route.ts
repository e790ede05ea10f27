import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { ListEntries } from '../use-cases/list-entries';
import { decodeCursor, encodeCursor } from './cursor';
import { renderEntry } from './render-entry';

const filterLengthMax = 200;
const pageSizeDefault = 50;
const pageSizeMax = 200;

const filterText = z
  .string()
  .min(1)
  .max(filterLengthMax)
  .regex(/^[^\0]*$/)
  .optional();
const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .optional();

const querySchema = z.object({
  action: filterText,
  actor: filterText,
  from: time,
  to: time,
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

/** GET /api/admin/audit-log: newest first, for operators. */
export function auditLogRoute(listEntries: ListEntries): RequestHandler {
  return async (request, response) => {
    assertOperator(response);
    const query = validate(querySchema, { ...request.query });
    const { entries, next } = await listEntries({
      filter: { action: query.action, actor: query.actor, from: query.from, to: query.to },
      after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
      limit: query.limit,
    });
    const rendered = entries.map(renderEntry);
    // `items` is what every list of the operator API has, `entries` what every audit log has.
    response.json({
      entries: rendered,
      items: rendered,
      nextCursor: next === undefined ? null : encodeCursor(next),
    });
  };
}

function assertOperator(response: Response): void {
  const { kind } = getIdentity(response);
  if (kind === 'operator') return;
  throw new AppError(kind === 'anonymous' ? 'unauthenticated' : 'forbidden');
}
