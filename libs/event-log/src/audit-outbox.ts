import type { Queryable } from '@tollgate/postgres';
import { recordAudit, type AuditEntry } from './record-audit';

/** The author of a change, with the request that made it. */
export interface AuditActor {
  /** Left out: a user. */
  readonly type?: 'user' | 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The management key that was used; absent: the user acted directly. */
  readonly keyId?: string;
}

export interface ActorEntry extends Pick<
  AuditEntry,
  'action' | 'target' | 'before' | 'after' | 'orgId'
> {
  readonly actor: AuditActor;
}

export interface AuditOutbox {
  record(entry: ActorEntry): Promise<void>;
}

/** Entries are part of the transaction of their change; the outbox publisher sends them. */
export function createAuditOutbox(sql: Queryable): AuditOutbox {
  return {
    record({ actor, ...entry }) {
      const { clientIp: ip, email, keyId, requestId, type = 'user', userId: id } = actor;
      const named = { type, id, email, ...(keyId !== undefined && { keyId }) };
      return recordAudit(sql, { ...entry, actor: named, ip, requestId });
    },
  };
}
