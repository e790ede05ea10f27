import type { AppError } from '@tollgate/errors';
import {
  emptyUsage,
  type AnswerFace,
  type Dialect,
  type NeutralAnswer,
  type NeutralRequest,
  type PassStreamInput,
  type SettledUsage,
  type SseEvent,
  type StreamPart,
} from '@tollgate/model-spec';
import type { WireFrame } from './read-frames';

type Fields = Readonly<Record<string, unknown>>;

/** What a client of the dialect has in the end. */
export interface ReadAnswer {
  readonly text: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: unknown;
  }[];
}

/** What a frame does to a block of the answer, in dialects whose answers have blocks. */
export interface BlockStep {
  readonly step: 'open' | 'inside' | 'close';
  readonly index: number;
}

export interface RequestSample {
  readonly name: string;
  /** Laid over the minimal body; undefined takes a field away. */
  readonly body: Fields;
  /** What is not named here is empty; messages and the limit of output are the minimal body's. */
  readonly neutral: Partial<NeutralRequest>;
}

export interface FaultSample {
  readonly body: Fields;
  readonly code: string | number;
}

export interface AnswerSample {
  readonly name: string;
  readonly answer: NeutralAnswer;
  /** What of the body must be so. */
  readonly wire: Fields;
}

export interface StreamSample {
  readonly name: string;
  readonly parts: readonly StreamPart[];
  /** Every frame, in order; of each only what is named here. */
  readonly frames: readonly { readonly name?: string; readonly data: unknown }[];
}

/** The id and the model of an answer: the upstream's own or the gateway's. */
export interface ShownFace {
  readonly id: string;
  readonly model: string;
}

/** Native answers of a provider: only the fields that the gateway changes may differ. */
export interface NativeSamples {
  readonly adapter: PassStreamInput['adapter'];
  response(face: ShownFace, usageText: string): string;
  /** Every event that reaches the client before the call is settled. */
  events(face: ShownFace): readonly SseEvent[];
  /** The end of the answer: why it ended, what it used, and that it is through. */
  ending(outputTokens: number): readonly SseEvent[];
  readonly endingWithoutUsage: readonly SseEvent[];
  /** A failure that the upstream reports inside its stream. */
  readonly errorEvent: SseEvent;
  /** Events that the protocol does not allow; data that is not an object is always tried. */
  readonly garbage?: readonly SseEvent[];
}

export interface DialectContractOptions {
  readonly dialect: Dialect;
  readonly idPrefix: string;
  /** The name of the settled cost in a usage object. */
  readonly costField: string;
  /** A request without fault and without anything that could be left out. */
  readonly minimalBody: Fields;
  readonly requests: readonly RequestSample[];
  readonly faults: readonly FaultSample[];
  readonly answers: readonly AnswerSample[];
  readonly streams: readonly StreamSample[];
  readonly native: NativeSamples;
  /** Puts an answer together as a client does: from a body, and from the frames of a stream. */
  readBody(body: Fields): ReadAnswer;
  readStream(frames: readonly WireFrame[]): ReadAnswer;
  readonly firstFrame: { readonly name?: string; readonly data: unknown };
  readonly terminalFrame: { readonly name?: string; readonly data: unknown };
  /** Undefined for frames that belong to no block. */
  readBlockStep?(frame: WireFrame): BlockStep | undefined;
  /** The last frames of a stream that fails: on its way, or before anything of it was written. */
  failureFrames(
    error: AppError,
    face: AnswerFace,
    isBegun: boolean,
  ): readonly { readonly name?: string; readonly data: unknown }[];
}

export const contractFace: AnswerFace = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/chat-1',
  requestId: 'req_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  createdAtSeconds: 1_763_110_800,
};

export const contractSettled: SettledUsage = {
  usage: { ...emptyUsage, input: 12, cacheRead: 3, output: 7, reasoning: 2 },
  costNanos: 1_500_000n,
  upstream: undefined,
};

/** `contractSettled.costNanos` in USD. */
export const contractCost = 0.0015;
