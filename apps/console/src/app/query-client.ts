import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

const staleMs = 15_000;
const retriesMax = 2;

/** Reads are cached for a few seconds; only failures that may pass are repeated. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      retry: (failures, error) => failures < retriesMax && mayPass(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { retry: false },
  },
});

const timedOut = 504;

/** A service that was waited for long enough is named at once. */
function mayPass(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 && error.status !== timedOut;
}
