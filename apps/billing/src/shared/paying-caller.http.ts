import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getIdentity, type CallerIdentity } from '@tollgate/identity';

/** A caller behind whom there is a wallet. */
export function getPayingCaller(response: Response): CallerIdentity {
  const identity = getIdentity(response);
  if (identity.walletId === '') throw new AppError('unauthenticated');
  // Users of an institution must not see its money.
  if (identity.kind === 'institution_session') throw new AppError('forbidden');
  return identity;
}
