import { AppError } from '@tollgate/errors';

/** Refuses a change after which nobody could operate the service. */
export function assertOperatorRemains(operatorIds: readonly string[], leavingId: string): void {
  if (!operatorIds.includes(leavingId) || operatorIds.length > 1) return;
  throw new AppError('bad_request', { message: 'The last operator must stay one' });
}
