import type { RerankProtocol } from '../rerank-protocol';
import { buildRequest } from './build-request';
import { readResponse } from './read-response';

/** Cohere's second version, which bills by searches. */
export const cohereRerank: RerankProtocol = {
  protocol: 'cohere-rerank',
  droppedFields: ['truncation', 'max_chunks_per_doc'],
  buildRequest,
  readResponse,
};
