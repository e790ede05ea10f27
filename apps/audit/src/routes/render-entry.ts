import type { z } from 'zod';
import type { AuditEntry } from '../domain/audit-entry';
import type { auditEntrySchema } from './operations';

export type RenderedEntry = z.input<typeof auditEntrySchema>;

export function renderEntry(entry: AuditEntry): RenderedEntry {
  const { actor, target } = entry;
  return {
    id: entry.id,
    action: entry.action,
    actor: {
      type: actor.type,
      id: orNull(actor.id),
      email: orNull(actor.email),
      ...(actor.keyId !== '' && { keyId: actor.keyId }),
    },
    target: { type: orNull(target.type), id: orNull(target.id) },
    before: parseState(entry.beforeJson),
    after: parseState(entry.afterJson),
    ip: orNull(entry.ip),
    createdAt: entry.occurredAt.toISOString(),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** Checked when it was stored. */
function parseState(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
