import { makeScopeSql, type Bind } from '../series/usage-series-rows';
import { formatDay } from '../shared/calendar';
import {
  groupsMax,
  suggestedRequestsMin,
  suggestionsMax,
  type CachingFigures,
  type CachingGroup,
  type CachingQuery,
} from './caching';

export interface CachingRow {
  readonly set: number;
  readonly day: string | null;
  readonly name: string | null;
  readonly requests: bigint;
  readonly prompt: bigint;
  readonly cached: bigint;
  readonly savings: bigint;
  readonly writes: bigint;
  readonly sticky_requests: bigint;
  readonly sticky_prompt: bigint;
  readonly sticky_cached: bigint;
  readonly sticky_savings: bigint;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** `grouping` has a bit for each column that a row sums over: day, name. */
export const sets = { totals: 3, name: 2, day: 1 } as const;

const nameSql: Readonly<Record<CachingGroup, string>> = { model: 'model', app: 'app_name' };
const sum = (column: string): string => `coalesce(sum(${column}), 0)::bigint AS ${column}`;
const names = [
  ...['requests', 'prompt', 'cached', 'savings', 'writes'],
  ...['sticky_requests', 'sticky_prompt', 'sticky_cached', 'sticky_savings'],
];

/** Days have all calls; the rows beside them have what only some calls have. */
export function makeCachingSql({ group, range, scope }: CachingQuery): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const name = nameSql[group];
  const which = `${makeScopeSql(scope, bind)} AND ${makeRangeSql(range, bind)}`;
  const text = `
WITH parts AS (
  SELECT day, ${name} AS name, requests, prompt_tokens AS prompt, cached_tokens AS cached,
         cache_savings_nanos AS savings, 0 AS writes, 0 AS sticky_requests, 0 AS sticky_prompt,
         0 AS sticky_cached, 0 AS sticky_savings
    FROM usage_daily WHERE ${which}
  UNION ALL
  SELECT day, ${name}, 0, 0, 0, 0, cache_write_tokens, sticky_requests, sticky_prompt_tokens,
         sticky_cached_tokens, sticky_savings_nanos
    FROM usage_caching WHERE ${which}
), sums AS (
  SELECT grouping(day, name) AS set, day, name, ${names.map(sum).join(', ')}
    FROM parts GROUP BY GROUPING SETS ((), (day), (name))
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY set ORDER BY savings DESC, prompt DESC, name) AS place
    FROM sums
)
SELECT set, day::text AS day, name, ${names.join(', ')}
  FROM placed WHERE set <> ${sets.name} OR place <= ${groupsMax} ORDER BY set, day, place`;
  return { text, values };
}

export function makeSuggestionsSql({ range, scope }: CachingQuery): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const text = `
WITH repeated AS (
  SELECT prompt, model, app_name, key_id, sum(repeated_requests)::bigint AS requests,
         sum(repeated_tokens)::bigint AS tokens, sum(cacheable_tokens)::bigint AS cacheable,
         sum(missed_nanos)::bigint AS missed
    FROM usage_prompts
   WHERE ${makeScopeSql(scope, bind)} AND ${makeRangeSql(range, bind)}
   GROUP BY 1, 2, 3, 4 HAVING sum(repeated_requests) >= ${suggestedRequestsMin}
   ORDER BY missed DESC, tokens DESC, 1, 2, 3, 4 LIMIT ${suggestionsMax}
)
SELECT prompt, model, app_name AS "appName", repeated.key_id AS "keyId",
       coalesce(key_name, '') AS "keyName", repeated.requests, repeated.tokens AS "promptTokens",
       cacheable AS "cacheableTokens", missed AS "missedNanos"
  FROM repeated LEFT JOIN key_totals ON key_totals.key_id = repeated.key_id
 ORDER BY missed DESC, repeated.tokens DESC, 1, 2, 3, 4`;
  return { text, values };
}

function makeRangeSql({ first, last }: CachingQuery['range'], bind: Bind): string {
  return `day BETWEEN ${bind(formatDay(first))}::date AND ${bind(formatDay(last))}::date`;
}

export function readCachingRow(row: CachingRow): CachingFigures {
  return {
    requests: row.requests,
    promptTokens: row.prompt,
    cachedTokens: row.cached,
    savingsNanos: row.savings,
    cacheWriteTokens: row.writes,
    sticky: {
      requests: row.sticky_requests,
      promptTokens: row.sticky_prompt,
      cachedTokens: row.sticky_cached,
      savingsNanos: row.sticky_savings,
    },
  };
}
