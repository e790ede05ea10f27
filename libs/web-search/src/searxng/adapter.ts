import type { SearchEngine } from '../search-engine';
import { buildRequest } from './build-request';
import { readResults } from './read-results';

/** A metasearch engine that operators run themselves. */
export const searxng: SearchEngine = {
  name: 'searxng',
  publicUrl: undefined,
  needsKey: false,
  buildRequest,
  readResults,
};
