import { AppError } from '@tollgate/errors';
import type { PreparedCall } from './held-call';
import type { RoutedCall } from '../route/routed-call';

/**
 * Prepares the request for the first candidate that can serve it, before any money is held.
 * Candidates that cannot are dropped; raises the first reason when none is left.
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
