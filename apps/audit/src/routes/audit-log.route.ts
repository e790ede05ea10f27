import type { RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { ListEntries } from '../use-cases/list-entries';
import { decodeCursor, encodeCursor } from './cursor';
import { auditLogQuerySchema } from './operations';
import { renderEntry } from './render-entry';

/** GET /api/admin/audit-log: newest first, for operators. */
export function auditLogRoute(listEntries: ListEntries): RequestHandler {
  return async (request, response) => {
    assertOperator(response);
    const query = validate(auditLogQuerySchema, { ...request.query });
    const { action, actor, from, to } = query;
    const { entries, next } = await listEntries({
      filter: { action, actor, from, to, orgId: undefined },
      after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
      limit: query.limit,
    });
    // Every list of the operator API has `items`; an organization's audit log has `entries`.
    response.json({
      items: entries.map(renderEntry),
      nextCursor: next === undefined ? null : encodeCursor(next),
    });
  };
}

function assertOperator(response: Response): void {
  const { kind } = getIdentity(response);
  if (kind === 'operator') return;
  throw new AppError(kind === 'anonymous' ? 'unauthenticated' : 'forbidden');
}
