export { AnswerState } from './answer-state';
export { BlockSequencer, type Block, type BlockEvent } from './block-sequencer';
export { formatDataUri, parseDataUri } from './data-uri';
export { editElements, editJson, findMemberText } from './edit-json';
export { writeEventFrame, writeEventStreamFrame, writeExceptionFrame } from './event-stream-frame';
export { EventStreamReader, exceptionEvent } from './event-stream-reader';
export { explainFailure, isFinal } from './explain-failure';
export { explainIssue, makeFault, type FieldRules } from './explain-issue';
export {
  asFieldList,
  asFields,
  asNumber,
  asText,
  asWire,
  asWireList,
  isFields,
  omitUndefined,
  pickFields,
  readCacheControl,
  type Draft,
  type Fields,
  type Wire,
} from './fields';
export {
  decodeText,
  inlineText,
  makeFileFault,
  readFileContent,
  type FileContent,
} from './file-content';
export { maskSecrets } from './mask-secrets';
export {
  estimateAudioTokens,
  estimateFileTokens,
  estimateTextTokens,
  tokensPerImage,
  tokensPerMessage,
  tokensPerTool,
  tokensPerVideo,
  weighText,
} from './media-tokens';
export { readOutputFormat } from './output-format';
export { isQwen3, needsThinkingOff } from './qwen-thinking';
export { readCount, readCounts, readUsesMax } from './read-count';
export { takesPlugins } from './takes-plugins';
export {
  maskKeys,
  readFailure,
  readRetryAfter,
  readStreamFailure,
  type FailureWords,
} from './read-error';
export { budgetOfEffort, chooseEffort, effortOfBudget } from './reasoning-budget';
export {
  readReasoningDetail,
  readReasoningDetails,
  writeReasoningDetails,
  type ReasoningDetails,
} from './reasoning-details';
export { clampFields, gatewayFields, removeFields } from './remove-fields';
export { reportExtras } from './report-extras';
export { choiceFields, modelIdField, routingFields } from './request-fields';
export { formatData, formatEvent, keepAliveComment, parseEvent } from './sse-frame';
export { SseOversizeError, SseReader } from './sse-reader';
export {
  isForeignSignature,
  makeSyntheticSignature,
  openSignature,
  sealSignature,
} from './synthetic-signature';
export { mapToolId, normalizeArguments, parseArguments } from './tool-arguments';
export { makeBearerHeaders, makeUpstreamHeaders } from './upstream-headers';
export { useCredentials } from './use-credentials';
