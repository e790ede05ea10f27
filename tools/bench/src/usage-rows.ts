/**
 * Millions of usage rows, made inside Postgres: calls of the last ninety days, in order of time,
 * then the transfers and read models that posting would have made of them.
 */
/** Five million calls are those of 2,000 users. */
export const callsPerUser = 2_500;
export const days = 90;
const models = 8;

/** Few users make many calls: the most active one makes dozens of times what the average makes. */
const skew = 1.5;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Half of the people are in organizations: three in eight in one large one, the others in small
 * ones. A member's calls are paid by the organization.
 */
export const largeOrg = `org_${'0'.repeat(26)}`;
const orgSql = `CASE WHEN person % 8 IN (1, 3, 5) THEN '${largeOrg}'
  WHEN person % 8 = 7 THEN 'org_' || lpad((1 + person / 8 % 25)::text, 26, '0') END`;
const teams = 20;
const personSql = 'right(user_id, 9)::int';
/** As posting takes them from the record of a call. */
const memberSql = `CASE WHEN wallet_id LIKE 'org%' THEN 'mem_' || right(user_id, 26) ELSE '' END`;
const teamSql = `CASE WHEN wallet_id LIKE 'org%'
  THEN 'team_' || lpad((${personSql} % ${teams})::text, 26, '0') ELSE '' END`;

/** The ULID of a time and a number; hexadecimal digits are good in its random part. */
const ulidSql = (ms: string, number: string): string => {
  const digits = Array.from({ length: 10 }, (_, index) => {
    const shift = 5 * (9 - index);
    return `substr('${alphabet}', ((${ms} >> ${shift}) & 31)::int + 1, 1)`;
  });
  return `${digits.join(' || ')} || lpad(upper(to_hex(${number})), 16, '0')`;
};

/** Parameters: first number, last number, how many there will be, now in ms, a record, users. */
export const insertCallsSql = `
WITH dice AS MATERIALIZED (
  SELECT n, floor($6::int * power(random(), ${skew}))::int AS person, random() AS model_dice,
         random() AS key_dice, random() AS error_dice, (random() * 20000000)::bigint + 1 AS cost,
         (random() * 3000)::bigint AS prompt, (random() * 800)::bigint AS completion,
         $4::bigint - ((1 - n::float8 / $3) * ${days} * 86400000)::bigint AS ms
    FROM generate_series($1::bigint, $2::bigint) AS n
), calls AS MATERIALIZED (
  SELECT *, ${ulidSql('ms', 'n')} AS ulid, to_timestamp(ms / 1000.0) AS at,
         'user_' || lpad(person::text, 26, '0') AS caller, ${orgSql} AS org,
         'key_' || lpad(person::text, 25, '0') || CASE WHEN key_dice < 0.8 THEN '1' ELSE '2' END
           AS key,
         'acme/chat-' || (person + floor(3 * model_dice * model_dice)::int) % ${models} AS model,
         CASE WHEN error_dice < 0.02 THEN 0 ELSE cost END AS charged
    FROM dice
)
INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, provider, outcome,
  cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, record)
SELECT ulid, at, coalesce(org, caller), caller, key, model, 'acme',
       CASE WHEN charged = 0 THEN 'refunded_upstream' ELSE 'charged' END,
       charged, 30000000, prompt, completion, $5::bytea
  FROM calls ORDER BY n`;

const appSql = `CASE right(key_id, 1) WHEN '1' THEN 'Claude Code' ELSE '' END`;
const latencySql = (ms: string): string =>
  `(floor(ln(${ms}::float8) / ln(2::float8) * 4) + 1)::smallint`;
const sumsSql = 'sum(cost_nanos), count(*), sum(prompt_tokens), sum(completion_tokens)';

const rollupSql = 'sum(spend_nanos), sum(requests), sum(prompt_tokens), sum(completion_tokens)';

const creditNanos = 1_000_000_000_000;

/** Each with what it fills. */
export const readModelSteps: readonly (readonly [string, string])[] = [
  [
    'transfers',
    `INSERT INTO transfers (entry_id, occurred_at, leg, kind, wallet_id, from_account, to_account,
       amount_nanos, wallet_version, balance_after_nanos, reference, reason)
     SELECT 'led_' || ulid, created_at, 0, 'settle', wallet_id, 'wallet:' || wallet_id, 'revenue',
            cost_nanos, place, ${creditNanos} - spent, 'gen-' || ulid, ''
       FROM (SELECT ulid, created_at, wallet_id, cost_nanos, row_number() OVER statement AS place,
                    sum(cost_nanos) OVER statement AS spent
               FROM generations WHERE cost_nanos > 0
             WINDOW statement AS (PARTITION BY wallet_id ORDER BY ulid)) AS charges
      ORDER BY ulid`,
  ],
  [
    'usage by hour',
    `INSERT INTO usage_hourly SELECT wallet_id, date_trunc('hour', created_at, 'UTC'), key_id,
       model, ${appSql}, user_id, ${teamSql}, ${memberSql}, ${sumsSql}
       FROM generations GROUP BY 1, 2, 3, 4, 5, 6`,
  ],
  [
    'usage by day',
    `INSERT INTO usage_daily (wallet_id, day, key_id, model, app_name, user_id, team_id, member_id,
       spend_nanos, requests, prompt_tokens, completion_tokens)
     SELECT wallet_id, (hour AT TIME ZONE 'UTC')::date, key_id, model, app_name, user_id, team_id,
            member_id, ${rollupSql}
       FROM usage_hourly GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
  ],
  [
    'months of organizations',
    `INSERT INTO org_usage_monthly
     SELECT wallet_id, date_trunc('month', day)::date, team_id, member_id, model, ${rollupSql}
       FROM usage_daily WHERE wallet_id LIKE 'org%' GROUP BY 1, 2, 3, 4, 5`,
  ],
  [
    'days of organizations',
    `INSERT INTO org_usage_daily SELECT wallet_id, day, ${rollupSql}
       FROM usage_daily WHERE wallet_id LIKE 'org%' GROUP BY 1, 2`,
  ],
  [
    'days of the platform',
    `INSERT INTO platform_usage_daily SELECT day, model, 'acme', 0, ${rollupSql}
       FROM usage_daily GROUP BY 1, 2`,
  ],
  [
    'latencies',
    `INSERT INTO usage_latency SELECT wallet_id, day, key_id, model, app_name, user_id, bucket,
       sum(durations), sum(first_tokens)
     FROM (SELECT wallet_id, (created_at AT TIME ZONE 'UTC')::date AS day, key_id, model,
                  ${appSql} AS app_name, user_id, ${latencySql('(50 + completion_tokens * 12)')}
                    AS bucket, 1 AS durations, 0 AS first_tokens FROM generations
           UNION ALL
           SELECT wallet_id, (created_at AT TIME ZONE 'UTC')::date, key_id, model, ${appSql},
                  user_id, ${latencySql('(50 + prompt_tokens / 10)')}, 0, 1 FROM generations
          ) AS calls GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  ],
  [
    'key totals',
    `INSERT INTO key_totals (key_id, wallet_id, key_name, spend_nanos, requests, tokens,
       last_used_at)
     SELECT key_id, min(wallet_id), 'bench', sum(spend_nanos), sum(requests),
            sum(prompt_tokens + completion_tokens), now() FROM usage_daily GROUP BY 1`,
  ],
  [
    'wallets',
    `INSERT INTO wallets (id, version, balance_nanos, total_credits_nanos, total_usage_nanos)
     SELECT wallet_id, max(wallet_version), ${creditNanos} - sum(amount_nanos),
            ${creditNanos},
            sum(amount_nanos) FROM transfers GROUP BY 1`,
  ],
];
