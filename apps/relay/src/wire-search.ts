import type { Part } from '@tollgate/lifecycle';
import { makeOutboundRules } from '@tollgate/outbound';
import { SearchClient, searchEngines } from '@tollgate/web-search';
import type { SearchOnce } from './call/attempt/prepare-searched';
import { createSearchOnce } from './call/attempt/search-once';
import type { EngineTerms } from './call/route/choose-search';
import type { Base } from './wire-base';

export interface WiredSearch {
  readonly terms: EngineTerms;
  readonly searchOnce: SearchOnce;
  readonly part: Part;
}

/** Undefined: the operator has configured no search engine. */
export function wireSearch({ config, logger, metrics }: Base): WiredSearch | undefined {
  const { webSearch } = config;
  if (webSearch === undefined) return undefined;
  const { allowCidrs, apiKey, baseUrl, engine, timeoutMs, tokensMax } = webSearch;
  const { keepsNothing, pricePicos, resultsMax } = webSearch;
  const client = new SearchClient({
    engine: searchEngines[engine],
    baseUrl,
    apiKey: apiKey?.reveal() ?? '',
    timeoutMs,
    rules: makeOutboundRules({ allowCidrs, allowsHttp: true }),
  });
  const searches = metrics.counter(
    'tollgate_web_searches_total',
    'Searches of the configured engine, by whether they had results',
    ['outcome'],
  );
  return {
    terms: { resultsMax, promptTokens: tokensMax, pricePicos, keepsNothing },
    searchOnce: createSearchOnce({
      client,
      countSearch: (outcome) => searches.inc({ outcome }),
      logger,
    }),
    part: { name: 'search engine connections', stop: () => client.close() },
  };
}
