import type { SearchEngine } from '../search-engine';
import { buildRequest } from './build-request';
import { readResults } from './read-results';

/** Searches by meaning, and returns the text of pages. */
export const exa: SearchEngine = {
  name: 'exa',
  publicUrl: 'https://api.exa.ai',
  needsKey: true,
  buildRequest,
  readResults,
};
