export { renderImageStream } from './render-images';
export { openAiChat } from './dialect';
export { answerSchema as chatAnswerSchema } from './answer-schema';
export { requestSchema as chatRequestSchema } from './request-schema';
