import type { UsageFigures } from './usage-report';

/** Sums of bigint are numeric in Postgres; amounts fit a bigint again. */
export const figuresSql = `
  coalesce(sum(spend_nanos), 0)::bigint AS "spendNanos",
  coalesce(sum(requests), 0)::bigint AS requests,
  coalesce(sum(prompt_tokens), 0)::bigint AS "promptTokens",
  coalesce(sum(completion_tokens), 0)::bigint AS "completionTokens"`;

/** Whose rows: the fourth parameter is a member, or null. An index holds those of members alone. */
export const memberSql = `member_id = $4 AND member_id <> ''`;
export const everybodySql = '$4::text IS NULL';

/** The figures alone, without the other columns of a row. */
export function readFigures(row: UsageFigures): UsageFigures {
  const { completionTokens, promptTokens, requests, spendNanos } = row;
  return { spendNanos, requests, promptTokens, completionTokens };
}

export const noFigures: UsageFigures = {
  spendNanos: 0n,
  requests: 0n,
  promptTokens: 0n,
  completionTokens: 0n,
};
