export {
  type AnswerReading,
  type FinishReason,
  type ModelFamily,
  type ProviderAdapter,
  type ProviderProtocol,
  type UpstreamFailure,
  type UpstreamModel,
  type UpstreamRequest,
  type UpstreamTarget,
} from './provider-adapter';
export {
  countOutputTokens,
  countPromptTokens,
  emptyUsage,
  isEmptyUsage,
  type TokenUsage,
  type UsageReading,
} from './token-usage';
