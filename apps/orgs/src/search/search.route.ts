import { getRequestId, type Handlers, validateQuery } from '@tollgate/http';
import { getPerson } from '../shared/requester.http';
import type { FindResults } from './find-results';
import type { ListNames } from './list-names';
import { namesQuery, searchQuery, type searchOperations } from './search.operations';

export function createSearchHandlers(
  findResults: FindResults,
  listNames: ListNames,
): Handlers<typeof searchOperations> {
  return {
    'GET /api/search': async (request, response) => {
      const { requestId, userId } = getPerson(response).actor;
      const { q: text } = validateQuery(searchQuery, request.query);
      response.json(await findResults({ userId, text, requestId }));
    },

    'GET /api/admin/names': async (request, response) => {
      const { ids } = validateQuery(namesQuery, request.query);
      response.json({ names: await listNames(ids, getRequestId(response)) });
    },
  };
}
