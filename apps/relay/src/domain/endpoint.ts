import type { Readable } from 'node:stream';
import type { AppError } from '@tollgate/errors';
import type {
  AnswerFace,
  AnswerReading,
  AnswerStream,
  RequestExtras,
  SettledUsage,
  TokenUsage,
  UpstreamFailure,
  UpstreamRequest,
} from '@tollgate/model-spec';
import type { ChargeLine, Nanos } from '@tollgate/money';
import type { PriceList, TokenWork } from '@tollgate/pricing';
import type { SearchPrompt } from '@tollgate/web-search';
import type { Candidate } from './candidate';
import type { CatalogModel } from '../catalog/catalog';

export type ApiType =
  | 'chat'
  | 'responses'
  | 'messages'
  | 'completions'
  | 'embeddings'
  | 'rerank'
  | 'moderations'
  | 'images'
  | 'transcriptions'
  | 'speech'
  | 'videos';

/** A request before it is parsed. */
export interface RawRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The few headers that have a meaning in a dialect, in lower case. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** Files of a form; they are deleted when the call is over. */
  readonly files?: readonly UploadedFile[];
}

/** The most that a request can use, where it is not priced by tokens. */
export interface UnitWork {
  reserve(prices: PriceList): Nanos;
}

/** What the stages of a call need of a request, whatever its endpoint. */
export interface InferenceRequest {
  readonly apiType: ApiType;
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly isStreaming: boolean;
  /** Its bytes are passed on as they arrive, but not as events. */
  readonly isPiped?: true;
  /** Nothing can be sent before all of it is done: providers get more time. */
  readonly takesLong?: true;
  /** Undefined: the caller set no limit. */
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  /** What it asks for beyond tokens at the list price; left out: nothing. */
  readonly extras?: RequestExtras;
  /** Sent while the provider is silent; clients ignore it. */
  readonly keepAliveFrame: string;
  /** Sent to the client with the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** A visible sign of life, beside the keep-alives that clients ignore. */
  readonly heartbeatFrame?: string;
  estimatePromptTokens(): number;
  /** Left out: it is priced by tokens. `work`: the most tokens that it can use. */
  measureUnits?(model: CatalogModel, work: TokenWork): UnitWork;
  /** The request adapted to a model. Raises the error of what the model cannot do. */
  fitTo(model: CatalogModel): InferenceRequest;
  /**
   * The same request with an output limit that the caller did not set; the answer does not show it.
   * Left out: the output cannot be limited.
   */
  limitOutput?(tokens: number): InferenceRequest;
  /** How many requests this candidate needs for all choices; left out: one. */
  countCalls?(candidate: Pick<Candidate, 'adapter' | 'search' | 'target'>): number;
  /**
   * `found`: results of a web search, for the prompt. Raises AppError when this candidate cannot
   * serve the request.
   */
  prepare(candidate: Candidate, face: AnswerFace, found?: SearchPrompt): PreparedRequest;
  /** What to search the web for: the last text of the user. Left out: it cannot be searched for. */
  readSearchText?(): string;
  /** A failure in a stream of which nothing was rendered yet. */
  renderFailure(error: AppError, face: AnswerFace): string;
}

/** The charge of an answer at the prices of its candidate; no lines: nothing is charged. */
export type MakeLines = (prices: PriceList) => readonly ChargeLine[];

/** What one of several requests for one answer has used. */
export type SingleUsage = Pick<AnswerReading, 'extras'> & { readonly usage: TokenUsage };

export interface PlainReading extends AnswerReading {
  readonly upstreamUsage: unknown;
  /** Of each request to the provider, where it got several: prices depend on the single ones. */
  readonly singleUsages?: readonly SingleUsage[];
  /** Left out: it is charged by tokens. */
  readonly makeLines?: MakeLines;
  readonly render: (settled: SettledUsage) => string;
  /** Left out: the headers of a JSON answer. */
  readonly renderHeaders?: (settled: SettledUsage) => Readonly<Record<string, string>>;
}

/** A request in the protocol of one provider, and how its answer is read. */
export interface PreparedRequest {
  readonly request: UpstreamRequest;
  /** Sent to the client with the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readFailure(
    status: number,
    text: string,
    headers: Readonly<Record<string, unknown>>,
  ): UpstreamFailure;
  /** Raises upstream_unavailable when the answer is unusable. */
  readPlain(text: string): PlainReading;
  /**
   * Reads an answer that needs asynchronous work before it is sent (hosting images), even to a
   * client that asked for a stream. Raises pipeline_error as well.
   */
  readWhole?(text: string): Promise<PlainReading>;
  /** Without `onPlainBytes` every piece of text is passed to `onText`. */
  openStream(
    onText: ((text: string) => void) | undefined,
    onPlainBytes?: (bytes: number) => void,
  ): AnswerStream;
  /** Set where the answer is bytes that are passed on as they arrive. */
  readonly passBytes?: PassBytes;
  /** Set where one answer takes several requests: for its choices, or for parts of its input. */
  readonly joined?: JoinedRequests;
}

/** The body of a complete answer, and its headers. */
export interface PlainAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** How several answers of a provider become one; used in place of `readPlain` and `openStream`. */
export interface JoinedRequests {
  readonly count: number;
  /** One for each answer; left out: the same request is sent for all. */
  readonly requests?: readonly UpstreamRequest[];
  /** How many run at the same time; left out: all. */
  readonly parallelMax?: number;
  /** `answers`: in the order of the requests. */
  readPlain(answers: readonly PlainAnswer[]): PlainReading;
  openStreams(onText: ((text: string) => void) | undefined): ChoiceStreams;
}

export interface ChoiceStreams {
  readonly streams: readonly AnswerStream[];
  /** The last frames of all, when the call is settled. */
  finish(settled: SettledUsage): string;
}

/** An answer of bytes, priced before the first of them. */
export interface PassBytes {
  /** The content type; undefined: the answer is unusable. */
  readType(headers: Readonly<Record<string, unknown>>): string | undefined;
  readonly makeLines: MakeLines;
}

/** One per public HTTP route. */
export interface Endpoint {
  /** Raises AppError with the code that the API documents for each fault. */
  parse(raw: RawRequest): InferenceRequest;
}

/** A file of a form, stored until the call is over. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** The duration of a recording, where its container contains it. */
  readonly seconds?: number;
  open(): Readable;
  read(): Promise<Buffer>;
}
