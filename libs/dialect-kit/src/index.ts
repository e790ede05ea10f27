export { BlockSequencer, type Block, type BlockEvent } from './block-sequencer';
export { estimateNeutral } from './estimate-neutral';
export { explainIssue, type FieldRules } from './explain-issue';
export { JsonProgress } from './json-progress';
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
