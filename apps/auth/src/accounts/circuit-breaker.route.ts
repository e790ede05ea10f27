import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import { getActor, getSessionCaller } from '../shared/caller.http';
import type { breakerSchema } from './account-answers';
import { updateBreakerBody } from './account.operations';
import { describeBreaker, resolveBreaker } from './circuit-breaker';
import type { Breaker, GetBreaker } from './get-breaker';
import type { UpdateBreaker } from './update-breaker';

/** GET /api/account/circuit-breaker */
export function getBreakerRoute(getBreaker: GetBreaker): RequestHandler {
  return (_request, response) => answerBreaker(getBreaker, response);
}

/** PATCH /api/account/circuit-breaker */
export function updateBreakerRoute(
  updateBreaker: UpdateBreaker,
  getBreaker: GetBreaker,
): RequestHandler {
  return async (request, response) => {
    const actor = getActor(response);
    const body = await readJsonBody(request);
    const { cbEnabled, cbHourlyUsd, cbMinuteUsd } = validate(updateBreakerBody, body);
    await updateBreaker(actor, {
      ...(cbEnabled !== undefined && { isEnabled: cbEnabled }),
      ...(cbMinuteUsd !== undefined && { minuteNanos: cbMinuteUsd }),
      ...(cbHourlyUsd !== undefined && { hourNanos: cbHourlyUsd }),
    });
    await answerBreaker(getBreaker, response);
  };
}

async function answerBreaker(getBreaker: GetBreaker, response: Response): Promise<void> {
  const { userId } = getSessionCaller(response);
  response.json(renderBreaker(await getBreaker(userId, getRequestId(response))));
}

function renderBreaker({ settings, spend }: Breaker): z.input<typeof breakerSchema> {
  return {
    settings: describeBreaker(settings),
    resolvedSettings: describeBreaker(resolveBreaker(settings)),
    liveSpend: {
      minuteSpend: nanosToUsdNumber(spend.minuteNanos),
      hourSpend: nanosToUsdNumber(spend.hourNanos),
    },
  };
}
