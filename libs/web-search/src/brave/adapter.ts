import type { SearchEngine } from '../search-engine';
import { buildRequest } from './build-request';
import { readResults } from './read-results';

/** Brave's own index. */
export const brave: SearchEngine = {
  name: 'brave',
  publicUrl: 'https://api.search.brave.com/res/v1',
  needsKey: true,
  buildRequest,
  readResults,
};
