export { answerSchema as rerankAnswerSchema } from './answer-schema';
export { parseRequest, type RerankRequest } from './parse-request';
export { renderResponse } from './render-response';
export { requestSchema as rerankRequestSchema } from './request-schema';
export {
  rerankProtocols,
  type RerankProtocol,
  type RerankProtocolName,
  type RerankReading,
} from './rerank-protocol';
export { cohereRerank } from './cohere/adapter';
export { jinaRerank } from './jina/adapter';
export { voyageRerank } from './voyage/adapter';
