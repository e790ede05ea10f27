import { readRanking, readTotalTokens } from '../read-ranking';
import type { RerankProtocol } from '../rerank-protocol';

/** The ranking is in `data`, where others have `results`. */
export const readResponse: RerankProtocol['readResponse'] = (body, documentCount) => {
  const results = readRanking(body['data'], documentCount);
  if (results === undefined) return undefined;
  return { results, usage: readTotalTokens(body['usage']), searchUnits: undefined };
};
