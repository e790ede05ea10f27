import { type Handlers, validateQuery } from '@tollgate/http';
import { getPerson } from '../shared/requester.http';
import type { FindResults } from './find-results';
import { searchQuery, type searchOperations } from './search.operations';

export function createSearchHandlers(findResults: FindResults): Handlers<typeof searchOperations> {
  return {
    'GET /api/search': async (request, response) => {
      const { requestId, userId } = getPerson(response).actor;
      const { q: text } = validateQuery(searchQuery, request.query);
      response.json(await findResults({ userId, text, requestId }));
    },
  };
}
