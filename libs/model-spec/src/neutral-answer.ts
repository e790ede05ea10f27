import type { ReportedExtras } from './extras';
import type { ImagePart, ReasoningFormat, ReasoningPart, RefusalPart } from './neutral-request';
import type { FinishReason, UpstreamFailure } from './provider-adapter';
import type { UsageReading } from './token-usage';

export interface Annotation {
  readonly url: string;
  readonly title?: string;
  readonly startIndex?: number;
  readonly endIndex?: number;
}

export interface AnswerText {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: readonly Annotation[];
}

export interface AnswerToolCall {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** Always parsable JSON: empty became `{}`. */
  readonly arguments: string;
  readonly thoughtSignature?: string;
}

export type AnswerPart = AnswerText | ReasoningPart | AnswerToolCall | RefusalPart | ImagePart;

/** A whole answer as every protocol gives it and every dialect can show it. */
export interface NeutralAnswer {
  readonly parts: readonly AnswerPart[];
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  /** Which of the caller's stop sequences was met, where the provider names it. */
  readonly stopSequence?: string;
  readonly usage: UsageReading;
  readonly extras?: ReportedExtras | undefined;
}

/** A piece of a streamed answer. Tool calls are distinguished by `index` and may interleave. */
export type StreamPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'annotation'; readonly annotation: Annotation }
  | { readonly type: 'refusal-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string; readonly format: ReasoningFormat }
  /** Ends a piece of thinking that carries a signature. */
  | {
      readonly type: 'reasoning-end';
      readonly format: ReasoningFormat;
      readonly signature?: string;
      readonly id?: string;
    }
  | {
      readonly type: 'redacted-reasoning';
      readonly format: ReasoningFormat;
      readonly data: string;
    }
  | {
      readonly type: 'tool-call-start';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly thoughtSignature?: string;
    }
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly arguments: string }
  /** This call is complete, where the provider reports it. */
  | { readonly type: 'tool-call-end'; readonly index: number }
  | { readonly type: 'image'; readonly url: string }
  /** Usage before the end, where the provider reports it: never final. */
  | { readonly type: 'prompt-tokens'; readonly promptTokens: number }
  | {
      readonly type: 'finish';
      readonly finishReason: FinishReason;
      readonly nativeFinishReason: string | undefined;
      readonly stopSequence?: string;
    }
  /** Final: the provider will not correct it. */
  | {
      readonly type: 'usage';
      readonly usage: UsageReading;
      readonly raw: unknown;
      readonly extras?: ReportedExtras | undefined;
    }
  | { readonly type: 'error'; readonly failure: UpstreamFailure }
  /** The provider ended the stream. */
  | { readonly type: 'end' };
