import type { Database } from '@tollgate/postgres';
import { refusalsPerCallerMax, type Refusal } from '../domain/refusal';
import type { RefusalStore } from '../use-cases/ports';

const columns = `request_id AS "requestId", occurred_at AS "occurredAt", caller_id AS "callerId",
  user_id AS "userId", org_id AS "orgId", team_id AS "teamId", member_id AS "memberId",
  key_id AS "keyId", http_route AS "httpRoute", model, status, code, scope, message, figures,
  resets_at AS "resetsAt", rule_id AS "ruleId", categories, left_out AS "leftOut"`;

const insertText = `
  INSERT INTO refusals (request_id, occurred_at, caller_id, user_id, org_id, team_id, member_id,
    key_id, http_route, model, status, code, scope, message, figures, resets_at, rule_id,
    categories, left_out)
  SELECT "requestId", "occurredAt", "callerId", "userId", "orgId", "teamId", "memberId", "keyId",
    "httpRoute", model, status, code, scope, message, figures, "resetsAt", "ruleId", categories,
    "leftOut"
  FROM jsonb_to_recordset($1::jsonb) AS refusal ("requestId" text, "occurredAt" timestamptz,
    "callerId" text, "userId" text, "orgId" text, "teamId" text, "memberId" text, "keyId" text,
    "httpRoute" text, model text, status integer, code text, scope text, message text,
    figures jsonb, "resetsAt" timestamptz, "ruleId" text, categories text[], "leftOut" integer)
  ON CONFLICT DO NOTHING`;

/** Deletes what is older than the newest $2 refusals of each caller in $1. */
const trimText = `
  DELETE FROM refusals USING unnest($1::text[]) AS caller (id),
    LATERAL (SELECT occurred_at, request_id FROM refusals WHERE caller_id = caller.id
      ORDER BY occurred_at DESC, request_id DESC OFFSET $2 LIMIT 1) AS newest_deleted
  WHERE refusals.caller_id = caller.id AND (refusals.occurred_at, refusals.request_id)
    <= (newest_deleted.occurred_at, newest_deleted.request_id)`;

const listText = `
  SELECT ${columns} FROM refusals
  WHERE ($1::text IS NULL OR caller_id = $1)
    AND ($2::text IS NULL OR user_id = $2)
    AND ($3::text IS NULL OR org_id = $3)
    AND ($4::text IS NULL OR team_id = $4)
    AND ($5::text IS NULL OR member_id = $5)
    AND (NOT $6 OR org_id = '' OR member_id <> '')
    AND ($7::text IS NULL OR code = $7)
    AND ($8::timestamptz IS NULL OR occurred_at >= $8)
    AND ($9::timestamptz IS NULL OR occurred_at < $9)
    AND ($10::timestamptz IS NULL OR (occurred_at, request_id) < ($10, $11::text))
  ORDER BY occurred_at DESC, request_id DESC
  LIMIT $12`;

const findText = `SELECT ${columns} FROM refusals WHERE request_id = $1`;

const deleteText = `
  DELETE FROM refusals WHERE request_id IN (
    SELECT request_id FROM refusals WHERE occurred_at < $1 ORDER BY occurred_at LIMIT $2)`;

export function createRefusalStore(database: Database): RefusalStore {
  return {
    insert: async (refusals) => {
      await database.queryNamed('insert_refusals', insertText, [JSON.stringify(refusals)]);
      const callers = [...new Set(refusals.map(({ callerId }) => callerId))];
      await database.queryNamed('trim_refusals', trimText, [callers, refusalsPerCallerMax]);
    },
    // Not prepared: which index serves depends on the filters that are set.
    list: async ({ after, filter, limit }) => {
      const { callerId, code, from, isOwn = false, memberId, orgId, teamId, userId, to } = filter;
      const who = [callerId, userId, orgId, teamId, memberId, isOwn];
      const which = [code, from, to, after?.occurredAt, after?.id, limit];
      const values = [...who, ...which].map((value) => value ?? null);
      const { rows } = await database.query<Refusal>(listText, values);
      return rows;
    },
    find: async (requestId) => (await database.query<Refusal>(findText, [requestId])).rows[0],
    deleteBefore: async (time, rowsMax) =>
      (await database.query(deleteText, [time, rowsMax])).rowCount,
  };
}
