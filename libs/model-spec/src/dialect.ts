import type { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { ReportedExtras, RequestExtras } from './extras';
import type { NeutralAnswer, StreamPart } from './neutral-answer';
import type { NeutralRequest } from './neutral-request';
import type { FinishReason, ProviderAdapter, UpstreamFailure } from './provider-adapter';
import type { SseEvent } from './sse-event';
import type { TokenUsage, UsageReading } from './token-usage';

/** The protocol between clients and the gateway. */
export type DialectName = 'chat' | 'responses' | 'messages';

/** A request of any text dialect that passed every check which needs no catalog. */
export interface TextRequest {
  readonly dialect: DialectName;
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly isStreaming: boolean;
  /** Undefined: the caller set no limit. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  readonly messageCount: number;
  readonly hasTools: boolean;
  /** Features that cost more than tokens at the list price. */
  readonly extras: RequestExtras;
  /** The most prompt tokens that it can plausibly be counted as. */
  estimatePromptTokens(): number;
  /** Created on first use: a request that passes as bytes never needs it. */
  toNeutral(): NeutralRequest;
}

/** The parts of an answer that the gateway sets, whatever the provider. */
export interface AnswerFace {
  /** Names the call; each dialect writes it with its own prefix. */
  readonly ulid: string;
  /** The catalog's id, not the upstream's name of the model. */
  readonly model: string;
  readonly requestId: string;
  readonly createdAtSeconds: number;
}

/** What was charged. Without usage everything is zero. */
export interface SettledUsage {
  readonly usage: TokenUsage;
  readonly costNanos: Nanos;
  /** The upstream's own object, where bytes pass: its further fields are kept. */
  readonly upstream: unknown;
}

export interface RenderInput {
  readonly face: AnswerFace;
  readonly request: TextRequest;
}

export interface ChoiceInput extends RenderInput {
  /** Its index among the choices of the answer; left out: 0. */
  readonly choice?: number;
}

/** Makes the frames of one translated stream. */
export interface StreamRenderer {
  /** Frames for the client; '' while there is nothing to send. Usage and the end are held. */
  push(part: StreamPart): string;
  /** The last frames, when the call is settled. */
  finish(settled: SettledUsage): string;
  /** The last frames of a choice behind which those of others follow. */
  finishChoice?(): string;
  /** The failure and the end of a stream of this dialect. */
  fail(error: AppError): string;
}

/** A stream to the client, passed as bytes or translated. */
export interface AnswerStream {
  push(event: SseEvent): string;
  /**
   * The leading frames of a block of complete frames that can pass without being parsed one
   * by one, and where they end. Undefined: there are no such frames. One character is one byte.
   */
  passPlain?(block: string): { readonly frames: string; readonly end: number } | undefined;
  /** The upstream closed. */
  end(): string;
  finish(settled: SettledUsage): string;
  fail(error: AppError): string;
  readonly usage: UsageReading;
  readonly upstreamUsage: unknown;
  readonly extras?: ReportedExtras | undefined;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  /** Content of the answer arrived; until then the call can be retried without loss. */
  readonly hasContent: boolean;
  /** The upstream sent a finish reason. */
  readonly hasFinished: boolean;
  /** The upstream ended the stream: nothing more is read. */
  readonly isDone: boolean;
  /** The upstream reported a failure of its own inside the stream. */
  readonly failure: UpstreamFailure | undefined;
}

export interface PassStreamInput extends RenderInput {
  readonly adapter: Pick<ProviderAdapter, 'mapError' | 'mapStopReason' | 'mapUsage' | 'readExtras'>;
  /** Receives every piece of output, to count it. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Receives the bytes of text that pass unparsed. Left out: every text is parsed and reported. */
  readonly onPlainBytes?: ((bytes: number) => void) | undefined;
}

/** One folder per dialect holds one of these, built from files of the same names. */
export interface Dialect {
  readonly name: DialectName;
  /** Sent in silence; it must mean nothing to a client. */
  readonly keepAliveFrame: string;
  /** Raises AppError by the code that the spec gives to each fault. */
  parseRequest(bodyText: string, body: Readonly<Record<string, unknown>>): TextRequest;
  /** A native answer: its bytes with what is ours put in. */
  passResponse(bodyText: string, input: RenderInput, settled: SettledUsage): string;
  /** A translated answer. */
  renderResponse(answer: NeutralAnswer, input: RenderInput, settled: SettledUsage): string;
  /** Several translated answers as the choices of one. Left out: the dialect has one choice. */
  renderChoices?(
    answers: readonly NeutralAnswer[],
    input: RenderInput,
    settled: SettledUsage,
  ): string;
  createPassStream(input: PassStreamInput): AnswerStream;
  createStreamRenderer(input: ChoiceInput): StreamRenderer;
  /** A failure in a stream that was begun, but of which nothing was rendered yet. */
  renderFailure(error: AppError, face: AnswerFace): string;
}
