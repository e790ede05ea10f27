export { answerSchema as moderationsAnswerSchema } from './answer-schema';
export { parseRequest, type ModerationsRequest } from './parse-request';
export { hasResults, renderResponse } from './render-response';
export { requestSchema as moderationsRequestSchema } from './request-schema';
