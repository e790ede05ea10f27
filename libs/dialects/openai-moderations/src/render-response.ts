import { formatGenerationId } from '@tollgate/ids';
import { asFieldList, asFields, editJson, isFields, type Fields } from '@tollgate/model-kit';
import { countPromptTokens, type AnswerFace, type SettledUsage } from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';

/** Whether an answer contains a judgement of each input. */
export function hasResults({ results }: Fields): boolean {
  const list = asFieldList(results);
  const isWhole = Array.isArray(results) && list.length === results.length && list.length > 0;
  return (
    isWhole &&
    list.every(({ categories, flagged }) => typeof flagged === 'boolean' && isFields(categories))
  );
}

/** An upstream's judgement for the client: id, model and usage are ours, the rest passes. */
export function renderResponse(
  bodyText: string,
  { model, ulid }: Pick<AnswerFace, 'model' | 'ulid'>,
  { costNanos, upstream, usage }: SettledUsage,
): string {
  const tokens = countPromptTokens(usage);
  const cost = nanosToUsdNumber(costNanos);
  const shown = { ...asFields(upstream), prompt_tokens: tokens, total_tokens: tokens, cost };
  const edits = new Map<string, string | undefined>([
    ['id', JSON.stringify(formatGenerationId(ulid))],
    ['model', JSON.stringify(model)],
    ['usage', JSON.stringify(shown)],
    ['provider', undefined],
  ]);
  return editJson(bodyText, edits);
}
