import { AppError } from '@tollgate/errors';

/** Refuses a change that would leave the service without an operator. */
export function assertOperatorRemains(operatorIds: readonly string[], leavingId: string): void {
  if (!operatorIds.includes(leavingId) || operatorIds.length > 1) return;
  throw new AppError('bad_request', { message: 'The last operator must stay one' });
}
