import type { RerankProtocol } from '../rerank-protocol';
import { buildRequest } from './build-request';
import { readResponse } from './read-response';

/** Voyage's protocol. */
export const voyageRerank: RerankProtocol = {
  protocol: 'voyage-rerank',
  droppedFields: ['max_tokens_per_doc', 'max_chunks_per_doc'],
  buildRequest,
  readResponse,
};
