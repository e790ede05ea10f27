export { BlockSequencer, type Block, type BlockEvent } from './block-sequencer';
export { explainIssue, type FieldRules } from './explain-issue';
export {
  estimateAudioTokens,
  estimateFileTokens,
  tokensPerImage,
  tokensPerMessage,
  tokensPerTool,
  tokensPerVideo,
} from './media-tokens';
export { omitUndefined } from './omit-undefined';
export { readUsesMax } from './read-uses-max';
export { choiceFields, modelIdField, routingFields } from './request-fields';
export { formatData, formatEvent, keepAliveComment } from './sse-frame';
export { estimateTextTokens, weighText } from './weigh-text';
export { chooseEffort } from './choose-effort';
export { formatDataUri, parseDataUri } from './data-uri';
export { editElements, editJson, findMemberText } from './edit-json';
export { explainFailure, isFinal } from './explain-failure';
export { asFieldList, asFields, asText, isFields, type Fields } from './fields';
export { mapToolId } from './map-tool-id';
export { maskSecrets } from './mask-secrets';
export { parseEvent } from './parse-event';
export { isQwen3, needsThinkingOff } from './qwen-thinking';
export { readCount, readCounts } from './read-count';
export { type FailureWords, maskKeys, readFailure, readRetryAfter } from './read-error';
export { readStreamFailure } from './read-stream-failure';
export { budgetOfEffort, effortOfBudget } from './reasoning-budget';
export {
  readReasoningDetail,
  readReasoningDetails,
  writeReasoningDetails,
  type ReasoningDetails,
} from './reasoning-details';
export { clampFields, gatewayFields, removeFields } from './remove-fields';
export { SseOversizeError, SseReader } from './sse-reader';
export {
  isForeignSignature,
  makeSyntheticSignature,
  openSignature,
  sealSignature,
} from './synthetic-signature';
export { normalizeArguments, parseArguments } from './tool-arguments';
export { makeUpstreamHeaders } from './upstream-headers';
export { asWire, asWireList, type Draft, type Wire } from './wire';
export { reportTier } from './report-tier';
