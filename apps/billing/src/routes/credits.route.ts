import type { Request, Response } from 'express';
import { nanosToUsdNumber } from '@tollgate/money';
import type { GetCredits } from '../use-cases/get-credits';
import { getPayingCaller } from './paying-caller';

/** GET /v1/credits */
export function createCreditsRoute(
  getCredits: GetCredits,
): (request: Request, response: Response) => Promise<void> {
  return async (_request, response) => {
    const credits = await getCredits(getPayingCaller(response).walletId);
    response.set('cache-control', 'private, no-store').json({
      data: {
        total_credits: nanosToUsdNumber(credits.totalCreditsNanos),
        total_usage: nanosToUsdNumber(credits.totalUsageNanos),
        reserved: nanosToUsdNumber(credits.reservedNanos),
        available: nanosToUsdNumber(credits.availableNanos),
      },
    });
  };
}
