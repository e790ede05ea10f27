export { openAiResponses } from './dialect';
export { parseRequest } from './parse-request';
export { toNeutral } from './to-neutral';
export { answerSchema as responsesAnswerSchema } from './answer-schema';
export { requestSchema as responsesRequestSchema } from './request-schema';
