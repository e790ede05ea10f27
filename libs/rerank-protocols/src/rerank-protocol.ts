import type { Fields } from '@tollgate/model-kit';
import type { UpstreamRequest, UpstreamTarget, UsageReading } from '@tollgate/model-spec';
import type { RerankRequest } from './parse-request';

/** Wire protocols of providers that rank documents. */
export const rerankProtocols = ['cohere-rerank', 'jina-rerank', 'voyage-rerank'] as const;
export type RerankProtocolName = (typeof rerankProtocols)[number];

/** A document by its place in the request, and how well it fits the query. */
export interface RankedDocument {
  readonly index: number;
  readonly score: number;
}

export interface RerankReading {
  /** The best first. */
  readonly results: readonly RankedDocument[];
  readonly usage: UsageReading;
  /** Undefined: the provider does not bill by searches. */
  readonly searchUnits: number | undefined;
}

/** One folder per protocol holds one of these, built from files of the same names. */
export interface RerankProtocol {
  readonly protocol: RerankProtocolName;
  /** Fields of requests that have no counterpart in this protocol. */
  readonly droppedFields: readonly string[];
  buildRequest(request: RerankRequest, target: UpstreamTarget): UpstreamRequest;
  /** Undefined: the answer contains no valid ranking of so many documents. */
  readResponse(body: Fields, documentCount: number): RerankReading | undefined;
}
