import type { IncomingHttpHeaders } from 'node:http';
import { readBearer } from '../protocol';
import type { Fields } from '../fields';
import type { Page } from './find-pages';

/** How one search engine's wire looks. */
export interface EngineWire {
  /** Behind the name of the engine. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** The key of a request; undefined: it needs none. */
  readKey(headers: IncomingHttpHeaders): string | undefined;
  readQuery(fields: Fields): unknown;
  readCount(fields: Fields): unknown;
  render(query: string, pages: readonly Page[]): object;
}

const searxng: EngineWire = {
  path: 'search',
  method: 'GET',
  readKey: () => undefined,
  // Without the format it answers with a page for people.
  readQuery: ({ format, q }) => (format === 'json' ? q : undefined),
  readCount: () => undefined,
  render: (query, pages) => ({
    query,
    number_of_results: pages.length,
    results: pages.map(({ text: content, title, url }) => ({
      url,
      title,
      content,
      engine: 'simulator',
      score: 1,
      category: 'general',
    })),
    answers: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
};

const brave: EngineWire = {
  path: 'web/search',
  method: 'GET',
  readKey: (headers) => String(headers['x-subscription-token'] ?? ''),
  readQuery: ({ q }) => q,
  readCount: ({ count }) => Number(count),
  render: (query, pages) => ({
    type: 'search',
    query: { original: query },
    web: {
      type: 'search',
      results: pages.map(({ text, title, url }) => ({
        title,
        url,
        description: text.replace('gate', '<strong>gate</strong>'),
        extra_snippets: ['More of it.'],
      })),
    },
  }),
};

const tavily: EngineWire = {
  path: 'search',
  method: 'POST',
  readKey: readBearer,
  readQuery: ({ query }) => query,
  readCount: ({ max_results: count }) => count,
  render: (query, pages) => ({
    query,
    answer: null,
    images: [],
    results: pages.map(({ text: content, title, url }) => ({
      url,
      title,
      content,
      score: 0.9,
      raw_content: null,
    })),
    response_time: 0.1,
  }),
};

const exa: EngineWire = {
  path: 'search',
  method: 'POST',
  readKey: (headers) => String(headers['x-api-key'] ?? ''),
  readQuery: ({ query }) => query,
  readCount: ({ numResults }) => numResults,
  render: (_query, pages) => ({
    requestId: 'sim',
    resolvedSearchType: 'neural',
    results: pages.map(({ text, title, url }) => ({ id: url, url, title, text, score: 0.2 })),
  }),
};

export const engineWires: Readonly<Record<string, EngineWire>> = { searxng, brave, tavily, exa };
