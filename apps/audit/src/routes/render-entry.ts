import type { AuditEntry } from '../domain/audit-entry';

export interface RenderedEntry {
  readonly id: string;
  readonly action: string;
  readonly actor: {
    readonly type: string;
    readonly id: string | null;
    readonly email: string | null;
  };
  readonly target: { readonly type: string | null; readonly id: string | null };
  readonly before: unknown;
  readonly after: unknown;
  readonly ip: string | null;
  readonly createdAt: string;
}

export function renderEntry(entry: AuditEntry): RenderedEntry {
  const { actor, target } = entry;
  return {
    id: entry.id,
    action: entry.action,
    actor: { type: actor.type, id: orNull(actor.id), email: orNull(actor.email) },
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
