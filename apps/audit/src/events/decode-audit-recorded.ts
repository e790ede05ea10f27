import { AuditRecorded } from '@tollgate/contracts';
import type { AuditEntry } from '../domain/audit-entry';
import { checkId, checkTime, toStorable, type Traceable } from './event-fields';

/** Throws for bytes that are no audit event, now or ever. */
export function decodeAuditRecorded(payload: Uint8Array): AuditEntry & Traceable {
  const event = AuditRecorded.decode(payload);
  const { type: targetType = '', id: targetId = '' } = event.target ?? {};
  return {
    id: checkId(event.id),
    occurredAt: checkTime(event.occurredAt),
    action: checkAction(event.action),
    actor: readActor(event.actor),
    target: { type: toStorable(targetType), id: toStorable(targetId) },
    beforeJson: checkJson(event.beforeJson),
    afterJson: checkJson(event.afterJson),
    ip: toStorable(event.ip),
    orgId: toStorable(event.orgId),
    requestId: toStorable(event.requestId),
    traceParent: event.traceparent,
  };
}

function readActor(actor: AuditRecorded['actor']): AuditEntry['actor'] {
  const { type = '', id = '', email = '', keyId = '' } = actor ?? {};
  return {
    type: toStorable(type),
    id: toStorable(id),
    email: toStorable(email),
    keyId: toStorable(keyId),
  };
}

function checkAction(action: string): string {
  if (action === '') throw new RangeError('the event has no action');
  return toStorable(action);
}

function checkJson(text: string): string | null {
  if (text === '') return null;
  JSON.parse(text);
  return text;
}
