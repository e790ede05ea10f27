export { answerSchema as completionsAnswerSchema } from './answer-schema';
export { parseRequest, type CompletionsRequest } from './parse-request';
export { passResponse, readAnswer } from './pass-response';
export { CompletionsPassStream } from './pass-stream';
export { renderFailure } from './render-error';
export { renderResponse } from './render-response';
export { CompletionsRenderer } from './render-stream';
export { requestSchema as completionsRequestSchema } from './request-schema';
export { listDropped } from './to-neutral';
