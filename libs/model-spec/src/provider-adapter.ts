import type { Readable } from 'node:stream';
import type { Authorize } from '@tollgate/cloud-auth';
import type { ProviderQuirks } from '@tollgate/provider-table';
import type { DialectName } from './dialect';
import type { ReportedExtras } from './extras';
import type { NeutralAnswer, StreamPart } from './neutral-answer';
import type { NeutralRequest, WebSearchWish } from './neutral-request';
import type { SseEvent } from './sse-event';
import type { UsageReading } from './token-usage';

/** Wire protocols of upstream providers. */
export const providerProtocols = [
  'openai',
  'anthropic',
  'responses',
  'gemini',
  'bedrock',
  'azure',
  'vertex',
  'vertex-anthropic',
] as const;
export type ProviderProtocol = (typeof providerProtocols)[number];

export type ModelFamily = 'openai' | 'anthropic' | 'google' | 'qwen' | 'other';

/** The provider's name of the model; never mixed with catalog ids. */
export type UpstreamModel = string & { readonly __brand?: 'UpstreamModel' };

export interface UpstreamTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly upstreamModel: UpstreamModel;
  readonly family: ModelFamily;
  /** Parameters that the catalog lists for this provider route (`plugins`, `reasoning`, …). */
  readonly supportedParameters: readonly string[];
  readonly maxCompletionTokens: number | undefined;
  /** Where it differs from OpenAI's protocol; left out: nowhere, and nothing is looked for. */
  readonly quirks?: ProviderQuirks | undefined;
  /** It gets the web plugin of this call, whatever parameters are listed. */
  readonly takesPlugins?: boolean | undefined;
  /** Every call searches the web there, so that nothing asks for it. */
  readonly searchesAlways?: boolean | undefined;
}

/** A body too large to keep in memory; another candidate may need it again. */
export interface ReplayableBody {
  readonly bytes: number;
  open(): Readable;
}

export interface UpstreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent in the place of the body. */
  readonly upload?: ReplayableBody;
  /** Makes further headers at the moment of sending; left out: `headers` are all. */
  readonly authorize?: Authorize;
}

/** Splits the bytes of a stream into events; holds the state of that stream. */
export interface EventReader {
  /**
   * The bytes of the events that are complete now, as a text with one character for each byte.
   * Raises SseOversizeError.
   */
  cut(bytes: Uint8Array): string;
  /** The events of a block that `cut` returned. Raises BadUpstreamEventError. */
  parse(block: string): readonly SseEvent[];
}

/** Finish reasons of the Chat dialect; those of other protocols are mapped to them. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error';

/** Why an upstream call failed; routing and the client's error depend on it. */
export type UpstreamFailure =
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'context-too-long'; readonly message: string }
  | { readonly kind: 'content-refused'; readonly message: string }
  /** It does not support this at all; another candidate may. */
  | { readonly kind: 'unsupported'; readonly message: string }
  | { readonly kind: 'auth' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'overloaded' };

/** Facts of a whole answer that the gateway needs, whatever the provider. */
export interface AnswerReading {
  readonly hasContent: boolean;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  readonly usage: UsageReading;
  readonly extras?: ReportedExtras | undefined;
}

export interface ForwardInput {
  /** The client's body as text: bytes that need no change are forwarded as they came. */
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isStreaming: boolean;
  readonly target: UpstreamTarget;
  /** The few headers of the client that its dialect gives a meaning, lower-case. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** An output limit that the gateway adds; only where the body has none. */
  readonly addedLimit?: number;
  /** Left out: the gateway adds no search to what the body asks for. */
  readonly webSearch?: WebSearchWish;
}

export interface TranslateInput {
  readonly request: NeutralRequest;
  readonly isStreaming: boolean;
  readonly target: UpstreamTarget;
}

/** Reads the answer of one translated request, which it may depend on. */
export interface AnswerReader {
  readResponse(body: Readonly<Record<string, unknown>>): NeutralAnswer;
  createStreamReader(): StreamReader;
}

export interface Translation extends AnswerReader {
  readonly request: UpstreamRequest;
}

/** Turns the events of one stream into parts; holds the state of that stream. */
export interface StreamReader {
  /** Raises BadUpstreamEventError on an event that is not of the protocol. */
  push(event: SseEvent): readonly StreamPart[];
  /** The upstream closed: parts that were still held. */
  end(): readonly StreamPart[];
}

/** One folder per protocol holds one of these, built from files of the same names. */
export interface ProviderAdapter {
  readonly protocol: ProviderProtocol;
  /** The dialect that passes as bytes; null: everything is translated. */
  readonly nativeDialect: DialectName | null;
  /** Left out: streams are server-sent events. */
  createEventReader?(eventBytesMax: number): EventReader;
  /** Only for requests of the native dialect. */
  forwardRequest(input: ForwardInput): UpstreamRequest;
  /** Raises AppError: unsupported_param, invalid_modality_for_model. */
  translate(input: TranslateInput): Translation;
  /** Reads usage and end of a native answer that passes as bytes. */
  readAnswer(body: Readonly<Record<string, unknown>>): AnswerReading;
  mapUsage(value: unknown): UsageReading;
  /** Which service tier answered, and how often tools of the provider ran, in a native answer. */
  readExtras(body: Readonly<Record<string, unknown>>): ReportedExtras;
  /**
   * The most uses of a hosted tool that this provider can bill for a request that asks for at most
   * `usesMax`. Left out: it accepts that limit and keeps it.
   */
  boundUses?(usesMax: number, target: UpstreamTarget): number;
  /**
   * The hosted tool that this event of a stream shows in use, by its name in the prices. Left out:
   * streams show no uses before their end.
   */
  readUse?(event: SseEvent): string | undefined;
  mapStopReason(word: unknown): FinishReason | undefined;
  mapError(
    status: number,
    bodyText: string,
    headers: Readonly<Record<string, unknown>>,
  ): UpstreamFailure;
}
