import { makeUlid } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { Alert } from './alert';
import type { AlertRecord, AlertStore, Baseline, ReachedThreshold } from './ports';

const alertFields = [
  ...(['id', 'walletId', 'scope', 'scopeId', 'label', 'window', 'windowStartMs'] as const),
  ...(['windowEndMs', 'limitNanos', 'usedNanos', 'threshold'] as const),
] as const;
const renamed = { window: 'window_name' };
const alertColumns = tableColumns<Alert>(alertFields, renamed);
const recordColumns = tableColumns<AlertRecord>(
  [...alertFields, 'createdAtMs', 'sentAtMs'],
  renamed,
);
const baselineColumns = tableColumns<Baseline>([
  'walletId',
  'balanceNanos',
  'totalCreditsNanos',
  'sinceMs',
]);

const triesMax = 10;
const backoffSecondsFirst = 30;

const addSql = `
INSERT INTO alerts (id, wallet_id, scope, scope_id, label, window_name, window_start, window_end,
  limit_nanos, threshold, used_nanos, sent_at)
SELECT id, wallet_id, scope, scope_id, label, window_name, window_start, window_end, limit_nanos,
       threshold, used_nanos, CASE WHEN is_mailed THEN NULL ELSE now() END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::timestamptz[], $8::timestamptz[], $9::bigint[], $10::smallint[], $11::bigint[],
    $12::boolean[])
    AS reached (id, wallet_id, scope, scope_id, label, window_name, window_start, window_end,
      limit_nanos, threshold, used_nanos, is_mailed)
ON CONFLICT (scope, scope_id, window_name, window_start, limit_nanos, threshold) DO NOTHING`;

const claimSql = `
UPDATE alerts SET tries = tries + 1,
  next_at = $1::timestamptz + make_interval(secs => ${backoffSecondsFirst} * 2 ^ tries)
 WHERE id IN (
   SELECT id FROM alerts
    WHERE sent_at IS NULL AND next_at <= $1 AND tries < ${triesMax}
    ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${alertColumns.select}`;

export function createAlertStore(sql: Queryable): AlertStore {
  return {
    async setBaseline(wallet, nowMs) {
      const { heldNanos, totalCreditsNanos, walletId } = wallet;
      const balanceNanos = wallet.balanceNanos + heldNanos;
      await sql.query(
        `INSERT INTO alert_baselines (${baselineColumns.names})
         VALUES (${baselineColumns.parameters})
         ON CONFLICT (wallet_id)
         DO UPDATE SET (${baselineColumns.names}) = (${baselineColumns.parameters})`,
        baselineColumns.values({ walletId, balanceNanos, totalCreditsNanos, sinceMs: nowMs }),
      );
    },

    async findBaselines(walletIds) {
      const { rows } = await sql.queryNamed<Baseline>(
        'find_baselines',
        `SELECT ${baselineColumns.select} FROM alert_baselines WHERE wallet_id = ANY($1)`,
        [walletIds],
      );
      return rows;
    },

    async add(reached) {
      if (reached.length === 0) return;
      await sql.query(addSql, listColumns(reached));
    },

    async claimDue(nowMs, limit) {
      const { rows } = await sql.query<Alert>(claimSql, [new Date(nowMs), limit]);
      // RETURNING has no order; ids have the order in which the thresholds were reached.
      return rows.sort((left, right) => (left.id < right.id ? -1 : 1));
    },

    async markSent(alertId, nowMs) {
      await sql.query('UPDATE alerts SET sent_at = $2 WHERE id = $1', [alertId, new Date(nowMs)]);
    },

    async listOfWallet(walletId, { before, limit }) {
      const { rows } = await sql.query<AlertRecord>(
        `SELECT ${recordColumns.select} FROM alerts
          WHERE wallet_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3`,
        [walletId, before, limit],
      );
      return rows;
    },

    async giveUp(alertId) {
      await sql.query('UPDATE alerts SET tries = $2 WHERE id = $1', [alertId, triesMax]);
    },
  };
}

function listColumns(reached: readonly ReachedThreshold[]): unknown[][] {
  return [
    reached.map(() => makeUlid()),
    reached.map((alert) => alert.walletId),
    reached.map((alert) => alert.scope),
    reached.map((alert) => alert.scopeId),
    reached.map((alert) => alert.label),
    reached.map((alert) => alert.window),
    reached.map((alert) => new Date(alert.windowStartMs)),
    reached.map(({ windowEndMs }) => (windowEndMs === null ? null : new Date(windowEndMs))),
    reached.map((alert) => alert.limitNanos),
    reached.map((alert) => alert.threshold),
    reached.map((alert) => alert.usedNanos),
    reached.map((alert) => alert.isMailed),
  ];
}
