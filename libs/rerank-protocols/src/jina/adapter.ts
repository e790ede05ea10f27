import type { RerankProtocol } from '../rerank-protocol';
import { buildRequest } from './build-request';
import { readResponse } from './read-response';

/** Jina's protocol, which many servers of open models have, too. */
export const jinaRerank: RerankProtocol = {
  protocol: 'jina-rerank',
  droppedFields: ['max_tokens_per_doc', 'truncation', 'max_chunks_per_doc'],
  buildRequest,
  readResponse,
};
