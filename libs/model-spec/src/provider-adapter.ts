import type { UsageReading } from './token-usage';

/** Wire protocols of upstream providers. */
export type ProviderProtocol = 'openai';

export type ModelFamily = 'openai' | 'anthropic' | 'google' | 'qwen' | 'other';

/** The name by which one provider knows the model; never mixed with catalog ids. */
export type UpstreamModel = string & { readonly __brand?: 'UpstreamModel' };

export interface UpstreamTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly upstreamModel: UpstreamModel;
  readonly family: ModelFamily;
}

export interface UpstreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Words of the Chat dialect; every protocol's own words are mapped to them. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error';

/** Why an upstream call failed, in words that routing and the client's error can be chosen by. */
export type UpstreamFailure =
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'context-too-long'; readonly message: string }
  | { readonly kind: 'content-refused'; readonly message: string }
  | { readonly kind: 'auth' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'overloaded' };

/** What the gateway must know of a whole answer, whoever gave it. */
export interface AnswerReading {
  readonly hasContent: boolean;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  readonly usage: UsageReading;
}

/** One folder per protocol holds one of these, built from files of the same names. */
export interface ProviderAdapter {
  readonly protocol: ProviderProtocol;
  buildChatRequest(input: {
    /** The client's body as text: bytes that need no change are forwarded as they came. */
    readonly bodyText: string;
    readonly body: Readonly<Record<string, unknown>>;
    readonly isStreaming: boolean;
    readonly target: UpstreamTarget;
  }): UpstreamRequest;
  readResponse(body: Readonly<Record<string, unknown>>): AnswerReading;
  mapError(
    status: number,
    bodyText: string,
    headers: Readonly<Record<string, unknown>>,
  ): UpstreamFailure;
}
