import { generationDays } from '../generations/receipt';
import { countBreaches, type SqlInvariant } from './invariants';

/** Calls, as every other figure must show them; those whose records were deleted by their sums. */
const calls = `(
  SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(spend), 0) AS spend,
         coalesce(sum(tokens), 0) AS tokens
    FROM (SELECT count(*) AS requests, sum(cost_nanos) AS spend,
                 sum(prompt_tokens + completion_tokens) AS tokens FROM billing.generations
          UNION ALL
          SELECT sum(requests), sum(spend_nanos), sum(tokens)
            FROM billing.deleted_generations) AS both_kinds) AS g`;

/** Older calls have no record any more, or will not have one soon. */
export const recordsSince = `now() - interval '${generationDays} days'`;

const agreeWithCalls = (table: string, tokens: string): string => `
  SELECT m.requests AS count, m.spend AS nanos,
         (m.requests <> g.requests OR m.spend <> g.spend OR m.tokens <> g.tokens)::int AS breaches
    FROM (SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(spend_nanos), 0) AS spend,
                 coalesce(sum(${tokens}), 0) AS tokens FROM billing.${table}) AS m, ${calls}`;

const dayFigures = ['spend_nanos', 'requests', 'prompt_tokens', 'completion_tokens'];

/** A read model of organizations against the days that it sums. */
const agreeWithDays = (table: string, columns: string): string => `
  SELECT count(*) AS count, coalesce(sum(r.spend_nanos), 0) AS nanos,
         ${countBreaches(
           dayFigures.map((name) => `r.${name} IS DISTINCT FROM d.${name}`).join(' OR '),
           'wallet_id',
         )}
    FROM billing.${table} r
    FULL JOIN (
      SELECT ${columns}, ${dayFigures.map((name) => `sum(${name}) AS ${name}`).join(', ')}
        FROM (SELECT *, date_trunc('month', day)::date AS month FROM billing.usage_daily
               WHERE wallet_id LIKE 'org\\_%') AS rows
       GROUP BY ${columns}) AS d USING (${columns})`;

const seriesFigures = ['spend_nanos', 'requests', 'tokens', 'errors'];
const differs = (names: readonly string[]): string =>
  names.map((name) => `s.${name} IS DISTINCT FROM d.${name}`).join(' OR ');
const sumsOf = (names: readonly string[]): string =>
  names.map((name) => `sum(${name}) AS ${name}`).join(', ');

/** Large organizations whose earlier days are filled in; the others have no sums or not all. */
const isFilled = `wallet_id IN (SELECT wallet_id FROM billing.org_series_wallets)
  AND wallet_id NOT IN (SELECT wallet_id FROM billing.org_series_pending)`;

/** Days of series against those of keys. */
const seriesDays = `
  SELECT count(*) AS count, coalesce(sum(s.spend_nanos), 0) AS nanos,
         ${countBreaches(differs(seriesFigures), 'wallet_id')}
    FROM (SELECT * FROM billing.org_series WHERE period = 'day' AND ${isFilled}) AS s
    FULL JOIN (
      SELECT wallet_id, dimension, name, by.key_id, by.team_id,
             day::timestamp AT TIME ZONE 'UTC' AS starts_at, ${sumsOf(seriesFigures)}
        FROM (SELECT *, prompt_tokens + completion_tokens AS tokens FROM billing.usage_daily
               WHERE ${isFilled}) AS days
       CROSS JOIN LATERAL (VALUES ('none', '', '', ''), ('model', model, '', ''),
         ('app', app_name, '', ''), ('team', days.team_id, '', ''),
         ('member', member_id, days.key_id, days.team_id)) AS by (dimension, name, key_id, team_id)
       GROUP BY 1, 2, 3, 4, 5, 6) AS d
   USING (wallet_id, dimension, name, key_id, team_id, starts_at)`;

/** Half hours, whose errors may be unknown, and months of series against their days. */
const seriesPeriods = `
  SELECT count(*) AS count, coalesce(sum(s.spend_nanos), 0) AS nanos,
         ${countBreaches(differs(['spend_nanos', 'requests', 'tokens']), 'wallet_id')}
    FROM (SELECT wallet_id, dimension, name, key_id, team_id, period,
                 date_trunc('month', starts_at, 'UTC') AS month, ${sumsOf(seriesFigures)}
            FROM billing.org_series WHERE period <> 'day' AND ${isFilled}
           GROUP BY 1, 2, 3, 4, 5, 6, 7) AS s
    FULL JOIN (
      SELECT wallet_id, dimension, name, key_id, team_id, other.period,
             date_trunc('month', starts_at, 'UTC') AS month, ${sumsOf(seriesFigures)}
        FROM billing.org_series CROSS JOIN (VALUES ('half_hour'), ('month')) AS other (period)
       WHERE org_series.period = 'day' AND ${isFilled}
       GROUP BY 1, 2, 3, 4, 5, 6, 7) AS d
   USING (wallet_id, dimension, name, key_id, team_id, period, month)`;

const seriesLatencies = `
  SELECT count(*) AS count, ${countBreaches(differs(['durations']), 'wallet_id')}
    FROM (SELECT * FROM billing.org_latency WHERE ${isFilled}) AS s
    FULL JOIN (
      SELECT wallet_id, dimension, day, name, bucket, sum(durations) AS durations
        FROM billing.usage_latency CROSS JOIN LATERAL
             (VALUES ('none', ''), ('model', model), ('app', app_name)) AS by (dimension, name)
       WHERE durations > 0 AND ${isFilled}
       GROUP BY 1, 2, 3, 4, 5) AS d USING (wallet_id, dimension, day, name, bucket)`;

/** Generation records, ledger charges and read models agree in count and sum. */
export const agreementInvariants: readonly SqlInvariant[] = [
  {
    id: 'charges_equal_calls',
    name: 'every charged call is in the ledger once, with its amount',
    unit: 'charged calls',
    sql: `SELECT count(g.ulid) AS count, coalesce(sum(g.cost_nanos), 0) AS nanos,
                 ${countBreaches(
                   'g.ulid IS NULL OR e.entry_id IS NULL OR e.amount_nanos <> g.cost_nanos',
                   `coalesce(e.entry_id, 'led_' || g.ulid)`,
                 )}
            FROM (SELECT * FROM billing.generations
                   WHERE cost_nanos > 0 AND created_at >= ${recordsSince}) AS g
            FULL JOIN (SELECT entry_id, occurred_at, amount_nanos FROM billing.transfers
                        WHERE kind = 'settle' AND to_account = 'revenue'
                          AND occurred_at >= ${recordsSince}) AS e
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
  {
    id: 'platform_usage_agrees',
    name: 'usage of the platform agrees with the calls',
    unit: 'calls',
    sql: agreeWithCalls('platform_usage_daily', 'prompt_tokens + completion_tokens'),
  },
  {
    id: 'org_months_agree',
    name: 'months of organizations agree with their days, by team, member and model',
    unit: 'figures',
    sql: agreeWithDays('org_usage_monthly', 'wallet_id, month, team_id, member_id, model'),
  },
  {
    id: 'org_days_agree',
    name: 'days of organizations agree with those of their keys',
    unit: 'figures',
    sql: agreeWithDays('org_usage_daily', 'wallet_id, day'),
  },
  {
    id: 'org_series_agree',
    name: 'series of organizations agree with the days of their keys, group by group',
    unit: 'figures',
    sql: seriesDays,
  },
  {
    id: 'org_series_periods_agree',
    name: 'half hours and months of organizations agree with their days, group by group',
    unit: 'figures',
    sql: seriesPeriods,
  },
  {
    id: 'org_latencies_agree',
    name: 'latencies of organizations agree with those of their keys',
    unit: 'figures',
    sql: seriesLatencies,
  },
  {
    id: 'org_spend_equals_charges',
    name: 'every month of an organization comes to its charges in the ledger',
    unit: 'months',
    sql: `SELECT count(*) AS count, coalesce(sum(charged), 0) AS nanos,
                 ${countBreaches('coalesce(spent, 0) <> coalesce(charged, 0)', 'wallet_id')}
            FROM (SELECT wallet_id, month, sum(spend_nanos) AS spent
                    FROM billing.org_usage_monthly GROUP BY 1, 2) AS months
            FULL JOIN (SELECT wallet_id,
                              date_trunc('month', occurred_at AT TIME ZONE 'UTC')::date AS month,
                              sum(amount_nanos) AS charged
                         FROM billing.transfers
                        WHERE kind = 'settle' AND wallet_id LIKE 'org\\_%' GROUP BY 1, 2) AS ledger
           USING (wallet_id, month)`,
  },
];
