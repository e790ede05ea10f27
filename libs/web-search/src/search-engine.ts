import type { Fields } from '@tollgate/model-kit';

/** Search engines that operators can configure. */
export const searchEngineNames = ['searxng', 'brave', 'tavily', 'exa'] as const;
export type SearchEngineName = (typeof searchEngineNames)[number];

export interface SearchQuery {
  readonly text: string;
  readonly resultsMax: number;
}

/** Where an engine is; the key is empty where it needs none. */
export interface EngineTarget {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A page that an engine found. Everything in it is untrusted. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
  /** An excerpt or the text of the page, as the engine has it. */
  readonly text: string;
}

/** One folder per engine holds one of these, built from files of the same names. */
export interface SearchEngine {
  readonly name: SearchEngineName;
  /** Its public address; undefined: the operator runs it. */
  readonly publicUrl: string | undefined;
  readonly needsKey: boolean;
  buildRequest(query: SearchQuery, target: EngineTarget): EngineRequest;
  /** Undefined: this is no answer of the engine. */
  readResults(body: Fields): readonly FoundPage[] | undefined;
}
