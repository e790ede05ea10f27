/** Passed on unchanged where the other side supports it: `{"type":"ephemeral","ttl":"1h"}`. */
export type CacheControl = Readonly<Record<string, unknown>>;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly cacheControl?: CacheControl;
}

export interface ImagePart {
  readonly type: 'image';
  /** `https:`, `http:` or a base64 `data:` URI. */
  readonly url: string;
  readonly detail?: string;
  readonly cacheControl?: CacheControl;
}

export interface FilePart {
  readonly type: 'file';
  readonly filename?: string;
  /** A base64 `data:` URI; addresses are not accepted. */
  readonly dataUri: string;
  readonly cacheControl?: CacheControl;
}

export interface AudioPart {
  readonly type: 'audio';
  /** Base64 without a prefix. */
  readonly data: string;
  readonly format: string;
}

export interface VideoPart {
  readonly type: 'video';
  readonly url: string;
}

/** The provider of a piece of reasoning: its signature is useful only there. */
export type ReasoningFormat = 'anthropic' | 'google' | 'openai' | 'unknown';

export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly format: ReasoningFormat;
  /** Anthropic's signature, Google's thought signature or OpenAI's encrypted content. */
  readonly signature?: string;
  /** The text is hidden: `signature` holds all there is. */
  readonly isRedacted?: boolean;
  /** The item's id at a provider that requires it again. */
  readonly id?: string;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; for a custom tool the bare input. */
  readonly arguments: string;
  readonly isCustom?: boolean;
  /** Google signs calls, not only reasoning. */
  readonly thoughtSignature?: string;
  readonly cacheControl?: CacheControl;
}

export interface RefusalPart {
  readonly type: 'refusal';
  readonly text: string;
}

export type UserPart = TextPart | ImagePart | FilePart | AudioPart | VideoPart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart | RefusalPart | ImagePart;

export interface SystemMessage {
  readonly role: 'system' | 'developer';
  readonly parts: readonly TextPart[];
  readonly name?: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly parts: readonly UserPart[];
  readonly name?: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly parts: readonly AssistantPart[];
  readonly name?: string;
}

/** The result of one call. Several calls of one turn are several messages in a row. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly callId: string;
  readonly name?: string;
  readonly parts: readonly (TextPart | ImagePart | FilePart)[];
  readonly isError?: boolean;
  readonly isCustom?: boolean;
  readonly cacheControl?: CacheControl;
}

export type NeutralMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface NeutralTool {
  readonly name: string;
  readonly description?: string;
  /** A JSON Schema; undefined: the tool takes nothing. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly isStrict?: boolean;
  /** Free text in place of JSON arguments. */
  readonly isCustom?: boolean;
  readonly cacheControl?: CacheControl;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

export type OutputFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly description?: string;
      readonly isStrict?: boolean;
      readonly schema: Readonly<Record<string, unknown>>;
    };

export const reasoningEfforts = ['minimal', 'low', 'medium', 'high', 'xhigh'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** The caller's thinking settings; everything absent: the caller set nothing. */
export interface ReasoningWish {
  readonly isOff?: boolean;
  readonly effort?: ReasoningEffort;
  readonly budgetTokens?: number;
  /** The model may decide by itself (Anthropic's `adaptive`). */
  readonly isAdaptive?: boolean;
  /** The model thinks, the client does not see it. */
  readonly isHidden?: boolean;
}

/** A search of the provider itself, by the tool that its protocol has for it. */
export interface WebSearchWish {
  /** The most searches that the call pays for; not every protocol can limit them. */
  readonly usesMax: number;
}

/**
 * A request in a form that every dialect maps to and every protocol can express. Used only where
 * the two differ: the same dialect in and out passes bytes.
 */
export interface NeutralRequest {
  readonly messages: readonly NeutralMessage[];
  readonly tools: readonly NeutralTool[];
  readonly toolChoice?: ToolChoice;
  /** False: one call at a time. Undefined: the caller set nothing. */
  readonly parallelToolCalls?: boolean;
  readonly outputFormat?: OutputFormat;
  readonly outputTokensMax?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly stop: readonly string[];
  readonly reasoning: ReasoningWish;
  /** Chat's names and values of optional parameters: penalties, `seed`, `min_p`, `logit_bias`, … */
  readonly sampling: Readonly<Record<string, unknown>>;
  /** For OpenAI's own models only, by Chat's names: `user`, `metadata`, `service_tier`, … */
  readonly openAiOnly: Readonly<Record<string, unknown>>;
  readonly plugins?: readonly unknown[];
  /** Left out: the provider is not asked to search the web. */
  readonly webSearch?: WebSearchWish;
  /** Hosted tools that no translated route can serve; a header lists them for the client. */
  readonly droppedTools: readonly string[];
}
