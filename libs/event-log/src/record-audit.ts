import { AuditRecorded, topics } from '@tollgate/contracts';
import { writeOutbox } from './outbox/write-outbox';
import { makeId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import { findActiveSpan } from '@tollgate/tracing';

export interface AuditEntry {
  /** For example `key.create` or `admin.model.update`. */
  readonly action: string;
  readonly actor: {
    readonly type: 'user' | 'operator' | 'system';
    readonly id: string;
    readonly email: string;
    /** The management key that acted for them; absent: they acted themselves. */
    readonly keyId?: string;
  };
  readonly target: { readonly type: string; readonly id: string };
  /** States before and after; must never hold a secret. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly ip: string;
  readonly requestId: string;
  readonly orgId?: string | undefined;
}

/** Sends an entry to the audit log, in the transaction of the change that it describes. */
export async function recordAudit(transaction: Queryable, entry: AuditEntry): Promise<void> {
  const id = makeId('auditEntry');
  const message = AuditRecorded.fromPartial({
    id,
    occurredAt: new Date(),
    action: entry.action,
    actor: entry.actor,
    target: entry.target,
    beforeJson: toJson(entry.before),
    afterJson: toJson(entry.after),
    ip: entry.ip,
    orgId: entry.orgId ?? '',
    requestId: entry.requestId,
    traceparent: findActiveSpan()?.traceParent,
  });
  const payload = AuditRecorded.encode(message).finish();
  await writeOutbox(transaction, topics.audit, { id, key: entry.target.id, payload });
}

function toJson(value: object | undefined): string {
  if (value === undefined) return '';
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  );
}
