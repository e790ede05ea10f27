import type { SearchEngine } from '../search-engine';
import { buildRequest } from './build-request';
import { readResults } from './read-results';

/** Made for models: its excerpts are longer than those of other engines. */
export const tavily: SearchEngine = {
  name: 'tavily',
  publicUrl: 'https://api.tavily.com',
  needsKey: true,
  buildRequest,
  readResults,
};
