import { recordAudit } from '@tollgate/event-log';
import type { Queryable } from '@tollgate/postgres';
import type { AuditTrail } from './audit';

/** Entries join the transaction they are about; the outbox publisher sends them on. */
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
