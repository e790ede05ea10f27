import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { requireOrgRole, type MembershipSource } from '@tollgate/org-access';
import type { ListEntries } from '../use-cases/list-entries';
import { decodeCursor, encodeCursor } from './cursor';
import { auditLogQuerySchema } from './operations';
import { renderEntry, type RenderedEntry } from './render-entry';

/** GET /api/orgs/{orgId}/audit-log: newest first, for admins of the organization. */
export function orgAuditLogRoute(
  listEntries: ListEntries,
  memberships: MembershipSource,
): RequestHandler {
  return async (request, response) => {
    const orgId = getPathParameter(request, 'orgId');
    const identity = getIdentity(response);
    const isMember = identity.kind === 'session' || identity.kind === 'management_key';
    if (!isMember) throw new AppError('unauthenticated');
    const need = { orgId, roles: ['org_admin'], requestId: getRequestId(response) } as const;
    await requireOrgRole(identity, need, memberships);
    const query = validate(auditLogQuerySchema, { ...request.query });
    const { action, actor, from, to } = query;
    const { entries, next } = await listEntries({
      filter: { action, actor, from, to, orgId },
      after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
      limit: query.limit,
    });
    response.json({
      entries: entries.map((entry) => hideOperator(renderEntry(entry))),
      nextCursor: next === undefined ? null : encodeCursor(next),
    });
  };
}

/** Shows that an operator acted, but neither the operator nor the address. */
function hideOperator(entry: RenderedEntry): RenderedEntry {
  if (entry.actor.type !== 'operator') return entry;
  return { ...entry, actor: { type: 'operator', id: null, email: null }, ip: null };
}
