import { makeUlid } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import { toDate, toMs } from '../top-ups/topup-rows';
import type { Alert } from './alert';
import type { AlertStore, ReachedThreshold } from './ports';

interface AlertRow {
  readonly id: string;
  readonly wallet_id: string;
  readonly scope: Alert['scope'];
  readonly scope_id: string;
  readonly label: string;
  readonly window_name: Alert['window'];
  readonly window_start: Date;
  readonly window_end: Date | null;
  readonly limit_nanos: bigint;
  readonly threshold: Alert['threshold'];
  readonly used_nanos: bigint;
}

interface BaselineRow {
  readonly wallet_id: string;
  readonly balance_nanos: bigint;
  readonly total_credits_nanos: bigint;
  readonly since: Date;
}

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
RETURNING *`;

export function createAlertStore(sql: Queryable): AlertStore {
  return {
    async setBaseline(wallet, nowMs) {
      await sql.query(
        `INSERT INTO alert_baselines (wallet_id, balance_nanos, total_credits_nanos, since)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (wallet_id) DO UPDATE SET balance_nanos = excluded.balance_nanos,
           total_credits_nanos = excluded.total_credits_nanos, since = excluded.since`,
        [
          wallet.walletId,
          wallet.balanceNanos + wallet.heldNanos,
          wallet.totalCreditsNanos,
          new Date(nowMs),
        ],
      );
    },

    async findBaselines(walletIds) {
      const { rows } = await sql.queryNamed<BaselineRow>(
        'find_baselines',
        'SELECT * FROM alert_baselines WHERE wallet_id = ANY($1)',
        [walletIds],
      );
      return rows.map((row) => ({
        walletId: row.wallet_id,
        balanceNanos: row.balance_nanos,
        totalCreditsNanos: row.total_credits_nanos,
        sinceMs: row.since.getTime(),
      }));
    },

    async add(reached) {
      if (reached.length === 0) return;
      await sql.query(addSql, listColumns(reached));
    },

    async claimDue(nowMs, limit) {
      const { rows } = await sql.query<AlertRow>(claimSql, [new Date(nowMs), limit]);
      // RETURNING has no order; ids have the order in which the thresholds were reached.
      return rows.map(readAlert).sort((left, right) => (left.id < right.id ? -1 : 1));
    },

    async markSent(alertId, nowMs) {
      await sql.query('UPDATE alerts SET sent_at = $2 WHERE id = $1', [alertId, new Date(nowMs)]);
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
    reached.map((alert) => toDate(alert.windowEndMs)),
    reached.map((alert) => alert.limitNanos),
    reached.map((alert) => alert.threshold),
    reached.map((alert) => alert.usedNanos),
    reached.map((alert) => alert.isMailed),
  ];
}

function readAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    walletId: row.wallet_id,
    scope: row.scope,
    scopeId: row.scope_id,
    label: row.label,
    window: row.window_name,
    windowStartMs: row.window_start.getTime(),
    windowEndMs: toMs(row.window_end),
    limitNanos: row.limit_nanos,
    usedNanos: row.used_nanos,
    threshold: row.threshold,
  };
}
