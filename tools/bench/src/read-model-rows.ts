/** Transfers and read models, as posting would have made them of the calls that are there. */
import { largeOrg } from './usage-rows';

const ofLargeOrg = `wallet_id = '${largeOrg}'`;
const latencySql = (ms: string): string =>
  `(floor(ln(${ms}::float8) / ln(2::float8) * 4) + 1)::smallint`;
const sumsSql = `sum(cost_nanos), count(*), sum(prompt_tokens), sum(completion_tokens),
  count(*) FILTER (WHERE call_status = 'error')`;
const rollupSql = 'sum(spend_nanos), sum(requests), sum(prompt_tokens), sum(completion_tokens)';
const creditNanos = 1_000_000_000_000_000;

export interface FillStep {
  readonly name: string;
  readonly sql: string;
  /** Its indexes are built afterwards, of all rows at once: much faster. */
  readonly largeTable?: string;
}

/** What depends on calls alone, in order. */
export const callSteps: readonly FillStep[] = [
  {
    name: 'transfers',
    sql: `INSERT INTO transfers (entry_id, occurred_at, leg, kind, wallet_id, from_account,
       to_account, amount_nanos, wallet_version, balance_after_nanos, reference, reason)
     SELECT 'led_' || ulid, created_at, 0, 'settle', wallet_id, 'wallet:' || wallet_id, 'revenue',
            cost_nanos, place + 1, ${creditNanos} - spent, 'gen-' || ulid, ''
       FROM (SELECT ulid, created_at, wallet_id, cost_nanos, row_number() OVER statement AS place,
                    sum(cost_nanos) OVER statement AS spent
               FROM generations WHERE cost_nanos > 0
             WINDOW statement AS (PARTITION BY wallet_id ORDER BY ulid)) AS charges
      ORDER BY ulid COLLATE "C"`,
    largeTable: 'transfers',
  },
  {
    name: 'credit',
    sql: `INSERT INTO transfers (entry_id, occurred_at, leg, kind, wallet_id, from_account,
       to_account, amount_nanos, wallet_version, balance_after_nanos, reference, reason)
     SELECT 'led_' || wallet_id, min(occurred_at), 0, 'grant', wallet_id, 'grants',
            'wallet:' || wallet_id, ${creditNanos}, 1, ${creditNanos}, '', 'bench'
       FROM transfers GROUP BY wallet_id`,
  },
  {
    name: 'wallets',
    sql: `INSERT INTO wallets (id, version, balance_nanos, total_credits_nanos, total_usage_nanos)
     SELECT wallet_id, max(wallet_version), ${creditNanos} - sum(amount_nanos), ${creditNanos},
            sum(amount_nanos) FROM transfers WHERE kind = 'settle' GROUP BY 1`,
  },
  {
    name: 'latencies',
    sql: `INSERT INTO usage_latency SELECT wallet_id, (created_at AT TIME ZONE 'UTC')::date, key_id,
       model, app_name, user_id, bucket, sum(durations), sum(first_tokens)
       FROM generations CROSS JOIN LATERAL (VALUES
         (${latencySql('(50 + completion_tokens * 12)')}, 1, 0),
         (${latencySql('(50 + prompt_tokens / 10)')}, 0, 1)
       ) AS latency (bucket, durations, first_tokens)
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 2`,
    largeTable: 'usage_latency',
  },
  {
    name: 'latencies of the large organization',
    sql: `INSERT INTO org_latency (wallet_id, dimension, day, name, bucket, durations)
     SELECT wallet_id, CASE grouping(model, app_name) WHEN 1 THEN 'model' WHEN 2 THEN 'app'
              ELSE 'none' END, day, coalesce(model, app_name, ''), bucket, sum(durations)
       FROM usage_latency WHERE ${ofLargeOrg} AND durations > 0
      GROUP BY GROUPING SETS ((wallet_id, day, bucket), (wallet_id, day, bucket, model),
        (wallet_id, day, bucket, app_name)) ORDER BY day`,
  },
];

const scope = 'key_id, model, app_name, user_id, team_id, member_id';

/** As independent of the others; each may read what the ones before it made. */
export const usageSteps: readonly FillStep[] = [
  {
    name: 'usage by hour',
    sql: `INSERT INTO usage_hourly (wallet_id, hour, ${scope}, spend_nanos, requests, prompt_tokens,
       completion_tokens, errors)
     SELECT wallet_id, date_trunc('hour', created_at, 'UTC'), ${scope}, ${sumsSql}
       FROM generations GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 2`,
    largeTable: 'usage_hourly',
  },
  {
    name: 'usage by day',
    sql: `INSERT INTO usage_daily (wallet_id, day, ${scope}, spend_nanos, requests, prompt_tokens,
       completion_tokens, errors)
     SELECT wallet_id, (hour AT TIME ZONE 'UTC')::date, ${scope}, ${rollupSql}, sum(errors)
       FROM usage_hourly GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 2`,
    largeTable: 'usage_daily',
  },
  {
    name: 'months of organizations',
    sql: `INSERT INTO org_usage_monthly
     SELECT wallet_id, date_trunc('month', day)::date, team_id, member_id, model, ${rollupSql}
       FROM usage_daily WHERE wallet_id LIKE 'org%' GROUP BY 1, 2, 3, 4, 5`,
  },
  {
    name: 'days of organizations',
    sql: `INSERT INTO org_usage_daily SELECT wallet_id, day, ${rollupSql}
       FROM usage_daily WHERE wallet_id LIKE 'org%' GROUP BY 1, 2`,
  },
  {
    name: 'days of the platform',
    sql: `INSERT INTO platform_usage_daily SELECT day, model, 'acme', 0, ${rollupSql}
       FROM usage_daily GROUP BY 1, 2`,
  },
  {
    name: 'key totals',
    sql: `INSERT INTO key_totals (key_id, wallet_id, key_name, spend_nanos, requests, tokens,
       last_used_at)
     SELECT key_id, min(wallet_id), 'bench', sum(spend_nanos), sum(requests),
            sum(prompt_tokens + completion_tokens), now() FROM usage_daily GROUP BY 1`,
  },
];

const seriesColumns =
  'wallet_id, dimension, period, name, key_id, team_id, starts_at, spend_nanos, requests, ' +
  'tokens, errors';
const longerPeriodSql = (from: string, to: string): string =>
  `INSERT INTO org_series (${seriesColumns})
     SELECT wallet_id, dimension, '${to}', name, key_id, team_id,
            date_trunc('${to}', starts_at, 'UTC'), sum(spend_nanos), sum(requests), sum(tokens),
            sum(errors)
       FROM org_series WHERE period = '${from}' GROUP BY 1, 2, 4, 5, 6, 7 ORDER BY 7`;

/** `grouping` has a bit for each column that a row sums over: model, app, team, member. */
const dimensionSql = `CASE grouping(model, app_name, team_id, member_id)
  WHEN 7 THEN 'model' WHEN 11 THEN 'app' WHEN 12 THEN 'member' WHEN 13 THEN 'team'
  ELSE 'none' END`;

/** Series of the organization that is large enough; after `usageSteps`. */
export const orgSeriesSteps: readonly FillStep[] = [
  {
    name: 'the large organization',
    sql: `INSERT INTO org_series_wallets (wallet_id) VALUES ('${largeOrg}')`,
  },
  {
    name: 'half hours of the large organization',
    sql: `INSERT INTO org_series (${seriesColumns})
     SELECT wallet_id, ${dimensionSql}, 'half_hour',
            coalesce(model, app_name, member_id, team_id, ''), coalesce(key_id, ''),
            CASE WHEN member_id IS NULL THEN '' ELSE team_id END, slot,
            sum(cost_nanos), count(*), sum(prompt_tokens + completion_tokens),
            count(*) FILTER (WHERE call_status = 'error')
       FROM (SELECT *, date_bin('30 minutes', created_at, 'epoch') AS slot FROM generations
              WHERE ${ofLargeOrg}) AS calls
      GROUP BY GROUPING SETS ((wallet_id, slot), (wallet_id, slot, model),
        (wallet_id, slot, app_name), (wallet_id, slot, team_id),
        (wallet_id, slot, member_id, key_id, team_id)) ORDER BY slot`,
    largeTable: 'org_series',
  },
  { name: 'days of its series', sql: longerPeriodSql('half_hour', 'day') },
  { name: 'months of its series', sql: longerPeriodSql('day', 'month') },
];

/** One row for each table: how many calls it has, and what they cost. */
const makeFiguresSql = (tables: readonly (readonly string[])[]): string =>
  tables
    .map(
      ([table = '', calls = '', spend = '', where = 'true']) => `SELECT '${table}' AS name,
     (${calls})::text AS calls, (${spend})::text AS spend FROM ${table} WHERE ${where}`,
    )
    .join(' UNION ALL ');

/** All rows of one statement must have the same figures. */
export const figureStatements: readonly string[] = [
  makeFiguresSql([
    ['generations', 'count(*)', 'sum(cost_nanos)'],
    ['usage_hourly', 'sum(requests)', 'sum(spend_nanos)'],
    ['usage_daily', 'sum(requests)', 'sum(spend_nanos)'],
    ['platform_usage_daily', 'sum(requests)', 'sum(spend_nanos)'],
    ['key_totals', 'sum(requests)', 'sum(spend_nanos)'],
    ['usage_latency', 'sum(durations)', 'NULL'],
    ['wallets', 'NULL', 'sum(total_usage_nanos)'],
  ]),
  makeFiguresSql([
    ['generations', 'count(*)', 'sum(cost_nanos)', ofLargeOrg],
    // Five dimensions, each by three periods.
    ['org_series', 'sum(requests) / 15', 'sum(spend_nanos) / 15'],
    ['org_latency', 'sum(durations) / 3', 'NULL'],
  ]),
];
