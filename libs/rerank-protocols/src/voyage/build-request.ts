import { makeBearerHeaders, omitUndefined } from '@tollgate/model-kit';
import type { RerankProtocol } from '../rerank-protocol';

/** https://docs.voyageai.com/reference/reranker-api: it refuses fields that it does not know. */
export const buildRequest: RerankProtocol['buildRequest'] = (request, target) => {
  const { documents, query, topN, truncates } = request;
  const body = omitUndefined({
    model: target.upstreamModel,
    query,
    documents,
    top_k: topN,
    return_documents: false,
    truncation: truncates,
  });
  return {
    url: `${target.baseUrl}/rerank`,
    headers: makeBearerHeaders(target),
    body: JSON.stringify(body),
  };
};
