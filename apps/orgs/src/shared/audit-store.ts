import { recordAudit } from '@tollgate/event-log';
import type { Queryable } from '@tollgate/postgres';
import type { AuditTrail } from './audit';

/** Entries are stored in the transaction of the change; the outbox publisher sends them. */
export function createAuditOutbox(sql: Queryable): AuditTrail {
  return {
    record: ({ action, actor, orgId, target, before, after }) =>
      recordAudit(sql, {
        action,
        actor: {
          type: actor.type,
          id: actor.userId,
          email: actor.email,
          ...(actor.keyId !== undefined && { keyId: actor.keyId }),
        },
        target,
        before,
        after,
        ip: actor.clientIp,
        requestId: actor.requestId,
        orgId,
      }),
  };
}
