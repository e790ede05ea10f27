import { makeBearerHeaders, omitUndefined } from '@tollgate/model-kit';
import type { RerankProtocol } from '../rerank-protocol';

/** https://api.jina.ai/redoc: documents would be returned by default, and are known already. */
export const buildRequest: RerankProtocol['buildRequest'] = (request, target) => {
  const { documents, query, topN } = request;
  const body = omitUndefined({
    model: target.upstreamModel,
    query,
    documents,
    top_n: topN,
    return_documents: false,
  });
  return {
    url: `${target.baseUrl}/rerank`,
    headers: makeBearerHeaders(target),
    body: JSON.stringify(body),
  };
};
