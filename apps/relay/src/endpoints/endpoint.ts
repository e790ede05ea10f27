import type { AppError } from '@tollgate/errors';
import type {
  AnswerFace,
  AnswerReading,
  AnswerStream,
  SettledUsage,
  UpstreamFailure,
  UpstreamRequest,
} from '@tollgate/model-spec';
import type { Candidate } from '../domain/candidate';
import type { CatalogModel } from '../domain/catalog';

export type ApiType = 'chat' | 'responses' | 'messages' | 'embeddings';

/** A request as it came, before anybody looked into it. */
export interface RawRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The few headers that a dialect gives a meaning, lower-case. */
  readonly clientHeaders: Readonly<Record<string, string>>;
}

/** What the pipeline must know of a request, whatever it asks for. */
export interface InferenceRequest {
  readonly apiType: ApiType;
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly isStreaming: boolean;
  /** Undefined: the caller set no limit. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  /** Sent in silence; it means nothing to a client. */
  readonly keepAliveFrame: string;
  /** Told to the client beside the answer. */
  readonly headers: Readonly<Record<string, string>>;
  estimatePromptTokens(): number;
  /** The request as this model takes it. Raises by the code of what the model cannot do. */
  fitTo(model: CatalogModel): InferenceRequest;
  /** Raises AppError when this way cannot say what the request wants. */
  prepare(candidate: Candidate, face: AnswerFace): PreparedRequest;
  /** A failure in a stream that was begun, but of which nothing was rendered yet. */
  renderFailure(error: AppError, face: AnswerFace): string;
}

export interface PlainReading extends AnswerReading {
  readonly upstreamUsage: unknown;
  readonly render: (settled: SettledUsage) => string;
}

/** A request in the words of one provider, and how its answer is read. */
export interface PreparedRequest {
  readonly request: UpstreamRequest;
  /** Told to the client beside the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readFailure(
    status: number,
    text: string,
    headers: Readonly<Record<string, unknown>>,
  ): UpstreamFailure;
  /** Raises: upstream_unavailable, when the answer is none. */
  readPlain(text: string): PlainReading;
  openStream(onText: ((text: string) => void) | undefined): AnswerStream;
}

/** One per public route. */
export interface Endpoint {
  /** Raises AppError by the code that the spec gives to each fault. */
  parse(raw: RawRequest): InferenceRequest;
}
