import { promptsPerDayMax } from '../caching/caching';
import { promptColumns } from './book-columns';
import type { PromptSum } from './sum-usage';

const scope = 'key_id, model, app_name, user_id, team_id, member_id';
const sums = ['repeated_requests', 'repeated_tokens', 'cacheable_tokens', 'missed_nanos'];

export const promptParameters = promptColumns.parameters;

export const valuesOfPrompts = (prompts: readonly PromptSum[]): string[] =>
  promptColumns.values(prompts);

/**
 * Adds repeated prompts to their rows. New ones are counted with the stored ones of their wallet
 * and day; two statements at the same time may exceed the bound by a batch.
 */
export const writePrompts = (first: number): string => `
given_prompts AS (
  SELECT given.*, date '1970-01-01' + given.day AS date,
         given.prompt = '' OR EXISTS (
           SELECT FROM usage_prompts AS p
            WHERE (p.wallet_id, p.day, p.prompt) =
                  (given.wallet_id, date '1970-01-01' + given.day, given.prompt)) AS is_known
    FROM ${promptColumns.from('given', first)}
), counted_prompts AS (
  SELECT *, dense_rank() OVER (PARTITION BY wallet_id, date, is_known ORDER BY prompt) AS place,
         (SELECT count(DISTINCT p.prompt) FROM usage_prompts AS p
           WHERE p.wallet_id = g.wallet_id AND p.day = g.date AND p.prompt <> '') AS stored
    FROM given_prompts AS g
), placed_prompts AS (
  SELECT wallet_id, date, ${scope},
         CASE WHEN is_known OR stored + place <= ${promptsPerDayMax} THEN prompt ELSE '' END
           AS prompt,
         ${sums.join(', ')}
    FROM counted_prompts
), new_prompts AS (
  INSERT INTO usage_prompts AS p (wallet_id, day, ${scope}, prompt, ${sums.join(', ')})
  SELECT wallet_id, date, ${scope}, prompt, ${sums.map((name) => `sum(${name})`).join(', ')}
    FROM placed_prompts GROUP BY wallet_id, date, ${scope}, prompt
   ORDER BY wallet_id, date, ${scope}, prompt
  ON CONFLICT (wallet_id, day, prompt, ${scope}) DO UPDATE SET
    ${sums.map((name) => `${name} = p.${name} + excluded.${name}`).join(', ')}
)`;
