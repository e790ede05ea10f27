import type { AppError } from '@tollgate/errors';
import type {
  AnswerFace,
  AnswerReading,
  AnswerStream,
  RequestExtras,
  SettledUsage,
  UpstreamFailure,
  UpstreamRequest,
} from '@tollgate/model-spec';
import type { ChargeLine, Nanos } from '@tollgate/money';
import type { PriceList, TokenWork } from '@tollgate/pricing';
import type { Candidate } from './candidate';
import type { CatalogModel } from '../catalog/catalog';
import type { UploadedFile } from './uploaded-file';

export type ApiType =
  | 'chat'
  | 'responses'
  | 'messages'
  | 'embeddings'
  | 'images'
  | 'transcriptions'
  | 'speech'
  | 'videos';

/** A request as it came, before anybody looked into it. */
export interface RawRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The few headers that a dialect gives a meaning, lower-case. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** Of a form; they are gone when the call is over. */
  readonly files?: readonly UploadedFile[];
}

/** What a request can use at most, where that is not counted in tokens. */
export interface UnitWork {
  reserve(prices: PriceList): Nanos;
}

/** What the pipeline must know of a request, whatever it asks for. */
export interface InferenceRequest {
  readonly apiType: ApiType;
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly isStreaming: boolean;
  /** Its bytes reach the client before the end, though not as events. */
  readonly isPiped?: true;
  /** Nothing can be told before all of it is done: providers get more time for it. */
  readonly takesLong?: true;
  /** Undefined: the caller set no limit. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  /** What it asks for beside tokens at the list price; left out: nothing. */
  readonly extras?: RequestExtras;
  /** Sent in silence; it means nothing to a client. */
  readonly keepAliveFrame: string;
  /** Told to the client beside the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** A sign of life that clients may see, beside the keep-alives that they must not. */
  readonly heartbeatFrame?: string;
  estimatePromptTokens(): number;
  /** Left out: it is paid by tokens. `work`: the most of those that it can use. */
  measureUnits?(model: CatalogModel, work: TokenWork): UnitWork;
  /** The request as this model takes it. Raises by the code of what the model cannot do. */
  fitTo(model: CatalogModel): InferenceRequest;
  /**
   * The same request with an output limit that the caller did not name; the answer does not show
   * it. Left out: the output cannot be limited.
   */
  limitOutput?(tokens: number): InferenceRequest;
  /** Raises AppError when this way cannot say what the request wants. */
  prepare(candidate: Candidate, face: AnswerFace): PreparedRequest;
  /** A failure in a stream that was begun, but of which nothing was rendered yet. */
  renderFailure(error: AppError, face: AnswerFace): string;
}

/** What an answer costs at the prices of who gave it; no lines: nothing to pay for. */
export type MakeLines = (prices: PriceList) => readonly ChargeLine[];

export interface PlainReading extends AnswerReading {
  readonly upstreamUsage: unknown;
  /** Left out: it costs its tokens. */
  readonly makeLines?: MakeLines;
  readonly render: (settled: SettledUsage) => string;
  /** Left out: those of a JSON answer. */
  readonly renderHeaders?: (settled: SettledUsage) => Readonly<Record<string, string>>;
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
  /**
   * The same for an answer that comes whole, even to a client that wants a stream, and that needs
   * work of our own before it is told. Raises: pipeline_error, too.
   */
  readWhole?(text: string): Promise<PlainReading>;
  /** Without `onPlainBytes` every piece of text is told to `onText`. */
  openStream(
    onText: ((text: string) => void) | undefined,
    onPlainBytes?: (bytes: number) => void,
  ): AnswerStream;
  /** Set where the answer is bytes that reach the client as they come. */
  readonly passBytes?: PassBytes;
}

/** An answer of bytes, whose price is known before the first of them. */
export interface PassBytes {
  /** What they are; undefined: nothing to pass on. */
  readType(headers: Readonly<Record<string, unknown>>): string | undefined;
  readonly makeLines: MakeLines;
}

/** One per public route. */
export interface Endpoint {
  /** Raises AppError by the code that the spec gives to each fault. */
  parse(raw: RawRequest): InferenceRequest;
}
