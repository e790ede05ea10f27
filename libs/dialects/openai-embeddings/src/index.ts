export { parseRequest, type EmbeddingsRequest, type InputKind } from './parse-request';
export { readEmbeddings, renderResponse, renderVectors } from './render-response';
export { answerSchema as embeddingsAnswerSchema } from './answer-schema';
export { requestSchema as embeddingsRequestSchema } from './request-schema';
