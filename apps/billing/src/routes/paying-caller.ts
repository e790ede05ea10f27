import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getIdentity, type CallerIdentity } from '@tollgate/identity';
import type { ReportScope } from '../domain/usage-report';

/** A caller behind whom there is a wallet. */
export function getPayingCaller(response: Response): CallerIdentity {
  const identity = getIdentity(response);
  if (identity.walletId === '') throw new AppError('unauthenticated');
  return identity;
}

/** Whose figures the caller sees: the account's, but of an organization only its own. */
export function getReportScope(response: Response): ReportScope {
  const { kind, userId, walletId } = getPayingCaller(response);
  const isOfAnother = kind === 'standard_key' && walletId !== userId;
  return { walletId, userId: isOfAnother ? userId : null };
}
