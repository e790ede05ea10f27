import { AuditRecorded } from '@tollgate/contracts';
import type { AuditEntry } from '../domain/audit-entry';

const idLengthMax = 200;

/** Throws for bytes that are no audit event, now or ever. */
export function decodeAuditRecorded(payload: Uint8Array): AuditEntry {
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

function checkId(id: string): string {
  if (id === '' || id.length > idLengthMax) throw new RangeError('the event has no usable id');
  return toStorable(id);
}

function checkTime(time: Date | undefined): Date {
  if (time === undefined || Number.isNaN(time.getTime())) {
    throw new RangeError('the event has no time');
  }
  return time;
}

function checkAction(action: string): string {
  if (action === '') throw new RangeError('the event has no action');
  return toStorable(action);
}

/** Postgres keeps no NUL in a text; an entry must not be lost over one. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}

function checkJson(text: string): string | null {
  if (text === '') return null;
  JSON.parse(text);
  return text;
}
