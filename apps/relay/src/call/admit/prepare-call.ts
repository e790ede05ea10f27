import { AppError } from '@tollgate/errors';
import type { PreparedCall } from './held-call';
import type { RoutedCall } from '../route/routed-call';

/**
 * The request in the words of the first candidate that can say it. A way that cannot is no way for
 * this call, and when none is left the caller hears why, before any money is held.
 */
export function prepareCall(call: RoutedCall): PreparedCall {
  let reason: AppError | undefined;
  for (const [index, candidate] of call.candidates.entries()) {
    try {
      const prepared = candidate.request.prepare(candidate, candidate.face);
      return { ...call, candidates: [candidate, ...call.candidates.slice(index + 1)], prepared };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reason ??= error;
    }
  }
  throw reason ?? new AppError('no_route');
}
