/** Millions of calls of the last year, in order of time, made inside Postgres. */
import { UsageRecorded } from '@tollgate/contracts';
import { makeUsageRecord } from './usage-events';

/** Five million calls are those of 2,000 users. */
export const callsPerUser = 2_500;
export const days = 365;
export const models = 8;
/** The number of calls grows over the year: half of them were made in the last ninety days. */
const growth = 2;

/** Each with its share of the calls; an empty name is a call without `X-Title`. */
const apps = [
  ['Claude Code', 0.6],
  ['', 0.2],
  ['Cursor', 0.15],
  ['Zed', 0.05],
] as const;
const statuses = [
  ['ok', 0.97],
  ['error', 0.02],
  ['cancelled', 0.01],
] as const;
const failoverShare = 0.01;

type Shares = readonly (readonly [string, number])[];

/** The place in the list, from 0, that a number from 0 to 1 falls on. */
const pickSql = (shares: Shares, dice: string): string => {
  let upTo = 0;
  const cases = shares.map(([, share], place) => {
    upTo += share;
    return `WHEN ${dice} < ${upTo.toFixed(2)} THEN ${place}`;
  });
  return `CASE ${cases.slice(0, -1).join(' ')} ELSE ${shares.length - 1} END`;
};

const namesSql = (shares: Shares): string =>
  `ARRAY[${shares.map(([name]) => `'${name}'`).join(', ')}]`;

/** A usage record for each app, status and failover: what columns say, records say as well. */
export function makeRecords(): Buffer[] {
  return apps.flatMap(([appName]) =>
    statuses.flatMap(([status]) =>
      [false, true].map((isFailover) => {
        const isError = status === 'error';
        const record: UsageRecorded = {
          ...makeUsageRecord(1),
          ...{ appName, isFailover, isCancelled: status === 'cancelled' },
          ...{ status: isError ? 502 : 200, errorCode: isError ? 'upstream_error' : '' },
        };
        return Buffer.from(UsageRecorded.encode(record).finish());
      }),
    ),
  );
}
const recordSql = `($5::bytea[])[1 + 2 * (${statuses.length} * app + status) + is_failover::int]`;

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
/** As posting takes them from the record of a call. */
const memberSql = `CASE WHEN org IS NULL THEN '' ELSE 'mem_' || lpad(person::text, 26, '0') END`;
const teamSql = `CASE WHEN org IS NULL THEN ''
  ELSE 'team_' || lpad((person % ${teams})::text, 26, '0') END`;

/** The ULID of a time and a number; hexadecimal digits are good in its random part. */
const ulidSql = (ms: string, number: string): string => {
  const digits = Array.from({ length: 10 }, (_, index) => {
    const shift = 5 * (9 - index);
    return `substr('${alphabet}', ((${ms} >> ${shift}) & 31)::int + 1, 1)`;
  });
  return `${digits.join(' || ')} || lpad(upper(to_hex(${number})), 16, '0')`;
};

/** Parameters: first number, last number, how many there will be, now in ms, records, users. */
export const insertCallsSql = `
WITH dice AS MATERIALIZED (
  SELECT n, floor($6::int * power(random(), ${skew}))::int AS person, random() AS model_dice,
         random() AS key_dice, random() AS app_dice, random() AS status_dice,
         random() < ${failoverShare} AS is_failover, (random() * 20000000)::bigint + 1 AS cost,
         (random() * 3000)::bigint AS prompt, (random() * 800)::bigint AS completion,
         $4::bigint - (power(1 - n::float8 / $3, ${growth}) * ${days} * 86400000)::bigint AS ms
    FROM generate_series($1::bigint, $2::bigint) AS n
), calls AS MATERIALIZED (
  SELECT *, ${ulidSql('ms', 'n')} AS ulid, to_timestamp(ms / 1000.0) AS at,
         'user_' || lpad(person::text, 26, '0') AS caller, ${orgSql} AS org,
         'key_' || lpad(person::text, 25, '0') || CASE WHEN key_dice < 0.8 THEN '1' ELSE '2' END
           AS key,
         'acme/chat-' || (person + floor(3 * model_dice * model_dice)::int) % ${models} AS model,
         ${pickSql(apps, 'app_dice')} AS app, ${pickSql(statuses, 'status_dice')} AS status
    FROM dice
)
INSERT INTO generations (ulid, created_at, wallet_id, user_id, key_id, model, provider, outcome,
  cost_nanos, reserved_nanos, prompt_tokens, completion_tokens, app_name, call_status, is_failover,
  team_id, member_id, record)
SELECT ulid, at, coalesce(org, caller), caller, key, model, 'acme',
       (ARRAY['charged', 'refunded_upstream', 'charged_cancel'])[1 + status],
       CASE status WHEN 1 THEN 0 ELSE cost END, 30000000, prompt, completion,
       (${namesSql(apps)})[1 + app], (${namesSql(statuses)})[1 + status], is_failover,
       ${teamSql}, ${memberSql}, ${recordSql}
  FROM calls ORDER BY n`;
