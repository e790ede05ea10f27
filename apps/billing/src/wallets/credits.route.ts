import type { RequestHandler } from 'express';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { getPayingCaller } from '../shared/paying-caller.http';
import type { creditsSchema } from './credits.operations';
import type { GetCredits } from './get-credits';

/** GET /v1/credits */
export function createCreditsRoute(getCredits: GetCredits): RequestHandler {
  return async (_request, response) => {
    const credits = await getCredits(getPayingCaller(response).walletId);
    const { goodwill } = credits;
    response.json({
      data: {
        total_credits: nanosToUsdNumber(credits.totalCreditsNanos),
        total_usage: nanosToUsdNumber(credits.totalUsageNanos),
        reserved: nanosToUsdNumber(credits.reservedNanos),
        available: nanosToUsdNumber(credits.availableNanos),
        goodwill: {
          limit: nanosToUsdNumber(goodwill.limitNanos),
          used: nanosToUsdNumber(goodwill.usedNanos),
          resets_at:
            goodwill.resetsAtMs === undefined ? null : new Date(goodwill.resetsAtMs).toISOString(),
        },
      },
    } satisfies z.input<typeof creditsSchema>);
  };
}
