import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, type Handlers, validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { requireOrgRole, type MembershipSource } from '@tollgate/org-access';
import type { ListEntries } from '../use-cases/list-entries';
import { decodeCursor, encodeCursor } from './cursor';
import { auditLogQuerySchema, type auditLogOperations } from './operations';
import { renderEntry, type RenderedEntry } from './render-entry';

/** Lists of entries, newest first. */
export function createAuditLogHandlers(options: {
  readonly listEntries: ListEntries;
  readonly memberships: MembershipSource;
}): Handlers<typeof auditLogOperations> {
  /** Entries of all organizations and of the platform when `orgId` is undefined. */
  async function listPage(request: Request, orgId: string | undefined) {
    const query = validate(auditLogQuerySchema, { ...request.query });
    const { action, actor, cursor, from, limit, to } = query;
    const { entries, next } = await options.listEntries({
      filter: { action, actor, from, to, orgId },
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit,
    });
    const nextCursor = next === undefined ? null : encodeCursor(next);
    return { entries: entries.map(renderEntry), nextCursor };
  }

  return {
    // Every list of the operator API has `items`; an organization's audit log has `entries`.
    'GET /api/admin/audit-log': async (request, response) => {
      assertOperator(response);
      const { entries: items, nextCursor } = await listPage(request, undefined);
      response.json({ items, nextCursor });
    },

    'GET /api/orgs/{orgId}/audit-log': async (request, response) => {
      const orgId = getPathParameter(request, 'orgId');
      const identity = getIdentity(response);
      const isMember = identity.kind === 'session' || identity.kind === 'management_key';
      if (!isMember) throw new AppError('unauthenticated');
      const need = { orgId, roles: ['org_admin'], requestId: getRequestId(response) } as const;
      await requireOrgRole(identity, need, options.memberships);
      const { entries, nextCursor } = await listPage(request, orgId);
      response.json({ entries: entries.map(hideOperator), nextCursor });
    },
  };
}

function assertOperator(response: Response): void {
  const { kind } = getIdentity(response);
  if (kind === 'operator') return;
  throw new AppError(kind === 'anonymous' ? 'unauthenticated' : 'forbidden');
}

/** Shows that an operator acted, but neither the operator nor the address. */
function hideOperator(entry: RenderedEntry): RenderedEntry {
  if (entry.actor.type !== 'operator') return entry;
  return { ...entry, actor: { type: 'operator', id: null, email: null }, ip: null };
}
