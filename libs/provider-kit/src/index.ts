export { editJson, findMemberText } from './edit-json';
export { SseOversizeError, SseReader, type SseEvent } from './sse-reader';
