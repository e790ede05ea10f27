import type { Database } from '@tollgate/postgres';
import type { AuditEntry } from '../domain/audit-entry';
import type { EntryStore } from '../use-cases/ports';

interface EntryRow {
  id: string;
  occurred_at: Date;
  action: string;
  actor_type: string;
  actor_id: string;
  actor_email: string;
  actor_key_id: string;
  target_type: string;
  target_id: string;
  before_json: string | null;
  after_json: string | null;
  ip: string;
  org_id: string;
  request_id: string;
}

/**
 * Some things are seen by several writers, each at a time of its own, under one id: the first that
 * arrives stays. Events of one target come in order, so that looking first is enough.
 */
const insertText = `
  INSERT INTO audit_entries (id, occurred_at, action, actor_type, actor_id, actor_email,
    target_type, target_id, before, after, ip, org_id, request_id, actor_key_id)
  SELECT DISTINCT ON (id) id, occurred_at, action, actor_type, actor_id, actor_email,
    target_type, target_id, before::json, after::json, ip, org_id, request_id, actor_key_id
  FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
      $14::text[])
    AS entry (id, occurred_at, action, actor_type, actor_id, actor_email,
      target_type, target_id, before, after, ip, org_id, request_id, actor_key_id)
  WHERE NOT EXISTS (SELECT FROM audit_entries AS known WHERE known.id = entry.id)
  ORDER BY id, occurred_at
  ON CONFLICT DO NOTHING`;

const listText = `
  SELECT id, occurred_at, action, actor_type, actor_id, actor_email, target_type, target_id,
    before::text AS before_json, after::text AS after_json, ip, org_id, request_id,
    actor_key_id
  FROM audit_entries
  WHERE ($1::text IS NULL OR action = $1)
    AND ($2::text IS NULL OR actor_id = $2 OR lower(actor_email) = lower($2))
    AND ($3::timestamptz IS NULL OR occurred_at >= $3)
    AND ($4::timestamptz IS NULL OR occurred_at < $4)
    AND ($5::timestamptz IS NULL OR (occurred_at, id) < ($5, $6::text))
    AND ($8::text IS NULL OR org_id = $8)
  ORDER BY occurred_at DESC, id DESC
  LIMIT $7`;

const deleteText = `
  DELETE FROM audit_entries WHERE (id, occurred_at) IN (
    SELECT id, occurred_at FROM audit_entries WHERE occurred_at < $1
    ORDER BY occurred_at LIMIT $2
  )`;

export function createEntryStore(database: Database): EntryStore {
  return {
    insert: async (entries) => {
      const values = toColumns(entries);
      return (await database.queryNamed('insert_entries', insertText, values)).rowCount;
    },
    // Not prepared: which index serves depends on the filters that are set.
    list: async ({ filter, after, limit }) => {
      const { rows } = await database.query<EntryRow>(listText, [
        filter.action ?? null,
        filter.actor ?? null,
        filter.from ?? null,
        filter.to ?? null,
        after?.occurredAt ?? null,
        after?.id ?? null,
        limit,
        filter.orgId ?? null,
      ]);
      return rows.map(toEntry);
    },
    deleteBefore: async (time, rowsMax) =>
      (await database.query(deleteText, [time, rowsMax])).rowCount,
  };
}

function toColumns(entries: readonly AuditEntry[]): unknown[][] {
  return [
    entries.map(({ id }) => id),
    entries.map(({ occurredAt }) => occurredAt),
    entries.map(({ action }) => action),
    entries.map(({ actor }) => actor.type),
    entries.map(({ actor }) => actor.id),
    entries.map(({ actor }) => actor.email),
    entries.map(({ target }) => target.type),
    entries.map(({ target }) => target.id),
    entries.map(({ beforeJson }) => beforeJson),
    entries.map(({ afterJson }) => afterJson),
    entries.map(({ ip }) => ip),
    entries.map(({ orgId }) => orgId),
    entries.map(({ requestId }) => requestId),
    entries.map(({ actor }) => actor.keyId),
  ];
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    occurredAt: row.occurred_at,
    action: row.action,
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      email: row.actor_email,
      keyId: row.actor_key_id,
    },
    target: { type: row.target_type, id: row.target_id },
    beforeJson: row.before_json,
    afterJson: row.after_json,
    ip: row.ip,
    orgId: row.org_id,
    requestId: row.request_id,
  };
}
