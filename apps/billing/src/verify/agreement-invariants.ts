import type { SqlInvariant } from './invariants';

/** Calls, as every other figure must show them. */
const calls = `(
  SELECT count(*) AS requests, coalesce(sum(cost_nanos), 0) AS spend,
         coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens
    FROM billing.generations) AS g`;

const agreeWithCalls = (table: string, tokens: string): string => `
  SELECT m.requests AS count, m.spend AS nanos,
         (m.requests <> g.requests OR m.spend <> g.spend OR m.tokens <> g.tokens)::int AS breaches
    FROM (SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(spend_nanos), 0) AS spend,
                 coalesce(sum(${tokens}), 0) AS tokens FROM billing.${table}) AS m, ${calls}`;

/** Generation records, ledger charges and read models agree in count and sum. */
export const agreementInvariants: readonly SqlInvariant[] = [
  {
    id: 'charges_equal_calls',
    name: 'every charged call is in the ledger once, with its amount',
    unit: 'charged calls',
    sql: `SELECT count(g.ulid) AS count, coalesce(sum(g.cost_nanos), 0) AS nanos,
                 count(*) FILTER (
                   WHERE g.ulid IS NULL OR e.entry_id IS NULL
                      OR e.amount_nanos <> g.cost_nanos)::int AS breaches
            FROM (SELECT * FROM billing.generations WHERE cost_nanos > 0) AS g
            FULL JOIN (SELECT entry_id, occurred_at, amount_nanos FROM billing.transfers
                        WHERE kind = 'settle' AND to_account = 'revenue') AS e
              ON e.entry_id = 'led_' || g.ulid AND e.occurred_at = g.created_at`,
  },
  {
    id: 'revenue_equals_usage',
    name: 'revenue equals what the wallets have used',
    unit: 'moves',
    sql: `SELECT r.count, r.total AS nanos, (r.total <> w.total)::int AS breaches
            FROM (SELECT count(*) AS count,
                         coalesce(sum(CASE to_account WHEN 'revenue' THEN amount_nanos
                                                      ELSE -amount_nanos END), 0) AS total
                    FROM billing.transfers
                   WHERE 'revenue' IN (to_account, from_account)) AS r,
                 (SELECT coalesce(sum(total_usage_nanos), 0) AS total FROM billing.wallets) AS w`,
  },
  {
    id: 'hourly_usage_agrees',
    name: 'hourly usage agrees with the calls',
    unit: 'calls',
    sql: agreeWithCalls('usage_hourly', 'prompt_tokens + completion_tokens'),
  },
  {
    id: 'daily_usage_agrees',
    name: 'daily usage agrees with the calls',
    unit: 'calls',
    sql: agreeWithCalls('usage_daily', 'prompt_tokens + completion_tokens'),
  },
  {
    id: 'key_totals_agree',
    name: 'key totals agree with the calls',
    unit: 'calls',
    sql: agreeWithCalls('key_totals', 'tokens'),
  },
];
