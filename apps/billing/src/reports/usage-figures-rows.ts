import type { UsageFigures } from './usage-report';

export interface FiguresRow {
  readonly spend: bigint;
  readonly requests: bigint;
  readonly prompt: bigint;
  readonly completion: bigint;
}

/** Sums of bigint are numeric in Postgres; amounts fit a bigint again. */
export const figuresSql = `
  coalesce(sum(spend_nanos), 0)::bigint AS spend,
  coalesce(sum(requests), 0)::bigint AS requests,
  coalesce(sum(prompt_tokens), 0)::bigint AS prompt,
  coalesce(sum(completion_tokens), 0)::bigint AS completion`;

/** Whose rows: the fourth parameter is a member, or null. An index holds those of members alone. */
export const memberSql = `member_id = $4 AND member_id <> ''`;
export const everybodySql = '$4::text IS NULL';

export function readFigures(row: FiguresRow): UsageFigures {
  return {
    spendNanos: row.spend,
    requests: row.requests,
    promptTokens: row.prompt,
    completionTokens: row.completion,
  };
}

export const noFigures: UsageFigures = {
  spendNanos: 0n,
  requests: 0n,
  promptTokens: 0n,
  completionTokens: 0n,
};
