import { readRanking, readTotalTokens } from '../read-ranking';
import type { RerankProtocol } from '../rerank-protocol';

export const readResponse: RerankProtocol['readResponse'] = (body, documentCount) => {
  const results = readRanking(body['results'], documentCount);
  if (results === undefined) return undefined;
  return { results, usage: readTotalTokens(body['usage']), searchUnits: undefined };
};
