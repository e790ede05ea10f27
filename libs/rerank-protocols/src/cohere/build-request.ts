import { makeBearerHeaders, omitUndefined } from '@tollgate/model-kit';
import type { RerankProtocol } from '../rerank-protocol';

/** https://docs.cohere.com/reference/rerank: it refuses fields that it does not know. */
export const buildRequest: RerankProtocol['buildRequest'] = (request, target) => {
  const { documents, documentTokensMax, query, topN } = request;
  const body = omitUndefined({
    model: target.upstreamModel,
    query,
    documents,
    top_n: topN,
    max_tokens_per_doc: documentTokensMax,
  });
  return {
    url: `${target.baseUrl}/v2/rerank`,
    headers: makeBearerHeaders(target),
    body: JSON.stringify(body),
  };
};
