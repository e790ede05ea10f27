import { formatGenerationId } from '@tollgate/ids';
import { countPromptTokens, type AnswerFace, type SettledUsage } from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';
import type { RerankRequest } from './parse-request';
import type { RerankReading } from './rerank-protocol';

/** The ranking in one shape, whatever the provider. Documents are those of the request. */
export function renderResponse(
  { results, searchUnits }: RerankReading,
  { documents, returnsDocuments, topN }: RerankRequest,
  { model, ulid }: Pick<AnswerFace, 'model' | 'ulid'>,
  { costNanos, usage }: SettledUsage,
): string {
  const tokens = countPromptTokens(usage);
  const units = searchUnits === undefined ? {} : { search_units: searchUnits };
  return JSON.stringify({
    id: formatGenerationId(ulid),
    model,
    results: results.slice(0, topN).map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(returnsDocuments && { document: { text: documents[index] ?? '' } }),
    })),
    ...(searchUnits !== undefined && { meta: { billed_units: units } }),
    usage: {
      prompt_tokens: tokens,
      total_tokens: tokens,
      ...units,
      cost: nanosToUsdNumber(costNanos),
    },
  });
}
