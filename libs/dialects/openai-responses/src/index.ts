export { openAiResponses } from './dialect';
export { parseRequest } from './parse-request';
export { toNeutral } from './to-neutral';
