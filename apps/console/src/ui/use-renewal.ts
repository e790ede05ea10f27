import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

const notFound = 404;
const conflict = 409;

/**
 * What to do after a refused change: when the thing is gone or was changed in another tab or by
 * another user, the page reads again what it shows.
 */
export function useRenewal(): (error: unknown) => void {
  const queries = useQueryClient();
  return (error) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === notFound || error.status === conflict) void queries.invalidateQueries();
  };
}
