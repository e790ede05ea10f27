import { readPages } from '../read-pages';
import type { SearchEngine } from '../search-engine';

export const readResults: SearchEngine['readResults'] = ({ results }) =>
  readPages(results, (entry) => entry['text'] ?? entry['summary']);
