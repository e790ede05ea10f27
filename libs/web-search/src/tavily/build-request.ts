import type { SearchEngine } from '../search-engine';

const resultsLimit = 20;

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const buildRequest: SearchEngine['buildRequest'] = (
  { resultsMax, text },
  { apiKey, baseUrl },
) => ({
  method: 'POST',
  url: `${baseUrl}/search`,
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: `Bearer ${apiKey}`,
  },
  body: JSON.stringify({ query: text, max_results: Math.min(resultsMax, resultsLimit) }),
});
