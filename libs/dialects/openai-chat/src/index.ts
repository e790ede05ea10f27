export { estimateTextTokens, weighText } from '@tollgate/dialect-kit';
export { openAiChat } from './dialect';
export { parseRequest } from './parse-request';
