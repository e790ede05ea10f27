import { asFields } from '@tollgate/model-kit';
import { readPages } from '../read-pages';
import type { SearchEngine } from '../search-engine';

/** A query without results has no `web` at all. */
export const readResults: SearchEngine['readResults'] = (body) => {
  if (body['type'] !== 'search') return undefined;
  return readPages(asFields(body['web'])['results'] ?? [], (entry) => {
    const { description, extra_snippets: snippets } = entry;
    return [description, ...(Array.isArray(snippets) ? (snippets as unknown[]) : [])]
      .filter((text) => typeof text === 'string')
      .join(' ');
  });
};
