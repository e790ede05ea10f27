import type { Fields } from '@tollgate/model-kit';
import type { UsageReading } from '@tollgate/model-spec';

export interface WantedVectors {
  readonly texts: readonly string[];
  /** Undefined: the default of the model. */
  readonly dimensions: number | undefined;
  /** What the vectors are for, a field of Cohere. */
  readonly inputType: unknown;
}

/** An answer of InvokeModel. */
export interface InvokedAnswer {
  readonly body: Fields;
  readonly headers: Readonly<Record<string, unknown>>;
}

export type Vector = readonly number[];

interface VectorReading {
  readonly vectors: readonly Vector[];
  readonly usage: UsageReading;
}

/** A generation of embedding models: InvokeModel has another body for each. */
export interface EmbeddingModel {
  readonly textsPerRequest: number;
  /** Limits the texts of one call, whose answers are in memory together. */
  readonly requestsMax: number;
  /** The lengths of its vectors. */
  readonly dimensions: readonly number[];
  /** Raises unsupported_param. */
  writeBody(wanted: WantedVectors): Fields;
  /** Undefined: the answer contains no vectors. */
  readAnswer(answer: InvokedAnswer): VectorReading | undefined;
}
