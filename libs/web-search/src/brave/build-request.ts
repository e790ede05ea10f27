import type { SearchEngine } from '../search-engine';

const countMax = 20;

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
export const buildRequest: SearchEngine['buildRequest'] = (
  { resultsMax, text },
  { apiKey, baseUrl },
) => {
  const count = String(Math.min(resultsMax, countMax));
  const query = new URLSearchParams({ q: text, count, result_filter: 'web' });
  return {
    method: 'GET',
    url: `${baseUrl}/web/search?${query.toString()}`,
    headers: { accept: 'application/json', 'x-subscription-token': apiKey },
  };
};
