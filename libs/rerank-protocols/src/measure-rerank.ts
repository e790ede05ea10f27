import { estimateTextTokens } from '@tollgate/model-kit';

/** The most that a ranking can be counted as. */
export interface RerankWork {
  readonly promptTokens: number;
  readonly searchUnits: number;
}

/** A search unit of Cohere: a query with so many documents, or pieces of longer ones. */
const documentsPerSearch = 100;
/** A document that is longer than this together with the query is split into pieces. */
const pieceTokens = 500;
/** A long query leaves at least this much of a piece to the document. */
const pieceTokensMin = 250;
/** Cohere cuts documents at this length unless the caller sets another one. */
const documentTokensDefault = 4_096;

/**
 * Tokens as Voyage and Jina count them, who read the query once for each document, and search units
 * as Cohere counts them.
 */
export function measureRerank(request: {
  readonly query: string;
  readonly documents: readonly string[];
  readonly documentTokensMax: number | undefined;
}): RerankWork {
  const { documents, documentTokensMax = documentTokensDefault, query } = request;
  const queryTokens = estimateTextTokens(query);
  const room = Math.max(pieceTokensMin, pieceTokens - queryTokens);
  let promptTokens = queryTokens * documents.length;
  let pieces = 0;
  for (const document of documents) {
    const tokens = estimateTextTokens(document);
    promptTokens += tokens;
    pieces += Math.max(1, Math.ceil(Math.min(tokens, documentTokensMax) / room));
  }
  return { promptTokens, searchUnits: Math.ceil(pieces / documentsPerSearch) };
}
