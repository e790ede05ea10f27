export interface Ranked {
  readonly index: number;
  readonly score: number;
}

const wordPattern = /[\p{L}\p{N}]+/gu;
const digits = 1e6;

/** By the share of the words of the query that a document has; equals keep their order. */
export function rankDocuments(query: string, documents: readonly string[]): readonly Ranked[] {
  const wanted = listWords(query);
  return documents
    .map((document, index) => {
      const found = listWords(document);
      const shared = [...wanted].filter((word) => found.has(word)).length;
      const score = wanted.size === 0 ? 0 : shared / wanted.size;
      return { index, score: Math.round(score * digits) / digits };
    })
    .sort((left, right) => right.score - left.score);
}

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(wordPattern) ?? []);
}

const charactersPerToken = 4;
const documentsPerSearch = 100;

/** As Jina and Voyage count: the query once for each document. */
export function countRankedTokens(query: string, documents: readonly string[]): number {
  const weigh = (text: string): number => Math.ceil(text.length / charactersPerToken);
  return documents.reduce((sum, document) => sum + weigh(query) + weigh(document), 0);
}

/** As Cohere counts documents that need not be split. */
export function countSearches(documents: readonly string[]): number {
  return Math.ceil(documents.length / documentsPerSearch);
}
