export { estimatePromptTokens, estimateTextTokens, weighText } from './estimate-prompt';
export { parseRequest, type ChatRequest } from './parse-request';
export { doneFrame, keepAliveFrame, renderErrorFrames } from './render-error';
export { renderResponse, type AnswerFace } from './render-response';
export { BadUpstreamEventError, ChatStream } from './render-stream';
export { renderUsage } from './render-usage';
