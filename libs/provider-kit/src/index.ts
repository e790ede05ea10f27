export { formatDataUri, parseDataUri, type DataUri } from './data-uri';
export { editElements, editJson, findMemberText } from './edit-json';
export { asFieldList, asFields, asText, isFields, type Fields } from './fields';
export { parseEvent } from './parse-event';
export { readCount, readCounts } from './read-count';
export { maskKeys, readErrorMessage, readFailure, type FailureWords } from './read-error';
export { budgetOfEffort, effortOfBudget } from './reasoning-budget';
export {
  readReasoningDetail,
  readReasoningDetails,
  writeReasoningDetails,
  type ReasoningDetail,
  type ReasoningDetails,
} from './reasoning-details';
export { SseOversizeError, SseReader } from './sse-reader';
export { isForeignSignature, makeSyntheticSignature } from './synthetic-signature';
export { normalizeArguments, parseArguments } from './tool-arguments';
export { asWire, asWireList, type Wire } from './wire';
