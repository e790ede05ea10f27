/** Bytes are base64 in JSON. */
export type Bytes = string;

export interface CachePoint {
  readonly cachePoint: { readonly type: 'default'; readonly ttl?: '5m' | '1h' };
}

export interface ImageBlock {
  readonly image: { readonly format: string; readonly source: { readonly bytes: Bytes } };
}

export interface DocumentBlock {
  readonly document: {
    readonly format: string;
    readonly name: string;
    readonly source: { readonly bytes: Bytes };
  };
}

export interface TextBlock {
  readonly text: string;
}

export type ResultContent = TextBlock | ImageBlock | DocumentBlock;

export interface ToolUse {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: unknown;
}

export type ReasoningContent =
  | { readonly reasoningText: { readonly text: string; readonly signature?: string } }
  | { readonly redactedContent: Bytes };

export type WireBlock =
  | ResultContent
  | CachePoint
  | { readonly toolUse: ToolUse }
  | {
      readonly toolResult: {
        readonly toolUseId: string;
        readonly content: readonly ResultContent[];
        readonly status?: 'error';
      };
    }
  | { readonly reasoningContent: ReasoningContent };

export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly WireBlock[];
}

export interface ToolSpec {
  readonly toolSpec: {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: { readonly json: unknown };
  };
}

export interface ToolConfig {
  readonly tools: readonly (ToolSpec | CachePoint)[];
  readonly toolChoice?:
    | { readonly auto: object }
    | { readonly any: object }
    | { readonly tool: { readonly name: string } };
}

/** The body of Converse and of ConverseStream; the model is in the path. */
export interface WireRequest {
  readonly messages: readonly WireMessage[];
  readonly system?: readonly (TextBlock | CachePoint)[];
  readonly inferenceConfig?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly topP?: number;
    readonly stopSequences?: readonly string[];
  };
  readonly toolConfig?: ToolConfig;
  readonly additionalModelRequestFields?: Readonly<Record<string, unknown>>;
  readonly additionalModelResponseFieldPaths?: readonly string[];
}

/** The answer of Converse. */
export interface WireAnswer {
  readonly output: { readonly message: WireMessage };
  readonly stopReason: StopReason;
  readonly usage: WireUsage;
  readonly additionalModelResponseFields: unknown;
}

export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'guardrail_intervened'
  | 'content_filtered'
  | 'malformed_model_output'
  | 'malformed_tool_use'
  | 'model_context_window_exceeded';

/** Disjoint counts: `inputTokens` contains nothing of the cache. */
export interface WireUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheWriteInputTokens: number;
  readonly cacheDetails: readonly { readonly ttl: string; readonly inputTokens: number }[];
}

/** Payloads of the events of ConverseStream, by the type of the event. */
export interface WireEvents {
  readonly messageStart: { readonly role: string };
  readonly contentBlockStart: { readonly contentBlockIndex: number; readonly start: unknown };
  readonly contentBlockDelta: { readonly contentBlockIndex: number; readonly delta: unknown };
  readonly contentBlockStop: { readonly contentBlockIndex: number };
  readonly messageStop: Pick<WireAnswer, 'stopReason' | 'additionalModelResponseFields'>;
  readonly metadata: { readonly usage: WireUsage };
}
