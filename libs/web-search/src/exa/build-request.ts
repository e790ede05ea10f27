import type { SearchEngine } from '../search-engine';

const resultsLimit = 100;
/** Of each page: the token budget cuts further. */
const textCharacters = 2_000;

/** https://docs.exa.ai/reference/search */
export const buildRequest: SearchEngine['buildRequest'] = (
  { resultsMax, text },
  { apiKey, baseUrl },
) => ({
  method: 'POST',
  url: `${baseUrl}/search`,
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': apiKey,
  },
  body: JSON.stringify({
    query: text,
    numResults: Math.min(resultsMax, resultsLimit),
    contents: { text: { maxCharacters: textCharacters } },
  }),
});
