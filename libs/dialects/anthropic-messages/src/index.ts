export { anthropicMessages } from './dialect';
export { parseCountRequest } from './parse-request';
