export { anthropicMessages } from './dialect';
export { parseCountRequest } from './parse-request';
export { answerSchema as messagesAnswerSchema } from './answer-schema';
export {
  countSchema as messagesCountSchema,
  requestSchema as messagesRequestSchema,
} from './request-schema';
