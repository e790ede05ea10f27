import type { SearchEngine } from '../search-engine';

/** https://docs.searxng.org/dev/search_api.html: `json` must be among its `search.formats`. */
export const buildRequest: SearchEngine['buildRequest'] = ({ text }, { apiKey, baseUrl }) => {
  const query = new URLSearchParams({ q: text, format: 'json', safesearch: '1' });
  return {
    method: 'GET',
    url: `${baseUrl}/search?${query.toString()}`,
    headers: {
      accept: 'application/json',
      // It has no keys itself; a proxy in front of it may.
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
    },
  };
};
