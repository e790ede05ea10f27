export type {
  CustomTool,
  EasyInputMessage,
  FunctionTool,
  Response,
  ResponseCreateParams,
  ResponseCreateParamsBase,
  ResponseCustomToolCall,
  ResponseFormatTextConfig,
  ResponseFunctionToolCall,
  ResponseInputContent,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputText,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses';

/** Fewer than this are refused. */
export const outputTokensMin = 16;
