import type { Response } from 'express';
import type { z } from 'zod';
import { getRequestId, type Handlers, readJsonBody, validate } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import { getActor, getSessionCaller } from '../shared/caller.http';
import type { breakerSchema } from './account-answers';
import { type accountOperations, updateBreakerBody } from './account.operations';
import { describeBreaker, resolveBreaker } from './circuit-breaker';
import type { Breaker, GetBreaker, UpdateBreaker } from './manage-breaker';

export interface BreakerOptions {
  readonly getBreaker: GetBreaker;
  readonly updateBreaker: UpdateBreaker;
}

type BreakerRoute = Extract<keyof typeof accountOperations, `${string}/circuit-breaker`>;

export function createBreakerHandlers({
  getBreaker,
  updateBreaker,
}: BreakerOptions): Pick<Handlers<typeof accountOperations>, BreakerRoute> {
  const answerBreaker = async (response: Response): Promise<void> => {
    const { userId } = getSessionCaller(response);
    response.json(renderBreaker(await getBreaker(userId, getRequestId(response))));
  };
  return {
    'GET /api/account/circuit-breaker': (_request, response) => answerBreaker(response),

    'PATCH /api/account/circuit-breaker': async (request, response) => {
      const actor = getActor(response);
      const body = await readJsonBody(request);
      const { cbEnabled, cbHourlyUsd, cbMinuteUsd } = validate(updateBreakerBody, body);
      await updateBreaker(actor, {
        ...(cbEnabled !== undefined && { isEnabled: cbEnabled }),
        ...(cbMinuteUsd !== undefined && { minuteNanos: cbMinuteUsd }),
        ...(cbHourlyUsd !== undefined && { hourNanos: cbHourlyUsd }),
      });
      await answerBreaker(response);
    },
  };
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
