import type { RequestHandler, Response } from 'express';
import { getRequestId, readJsonBody } from '@tollgate/http';
import { nanosMax, nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { breakerNanosMin, describeBreaker, resolveBreaker } from '../domain/circuit-breaker';
import type { GetBreaker } from '../use-cases/get-breaker';
import type { BreakerChange, UpdateBreaker } from '../use-cases/update-breaker';
import { getActor, getSessionCaller } from './caller';
import { parseBoolean, parseUsdOrNull } from './parse-value';
import { readField, wrongValue, type Body, type Field } from './read-field';

const bodyBytesMax = 64 * 1024;

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
    const change = readChange(await readJsonBody(request, { bytesMax: bodyBytesMax }));
    await updateBreaker(actor, change);
    await answerBreaker(getBreaker, response);
  };
}

async function answerBreaker(getBreaker: GetBreaker, response: Response): Promise<void> {
  const { userId } = getSessionCaller(response);
  const { settings, spend } = await getBreaker(userId, getRequestId(response));
  response.json({
    settings: describeBreaker(settings),
    resolvedSettings: describeBreaker(resolveBreaker(settings)),
    liveSpend: {
      minuteSpend: nanosToUsdNumber(spend.minuteNanos),
      hourSpend: nanosToUsdNumber(spend.hourNanos),
    },
  });
}

function parseAmount(value: unknown, param: string): Nanos | null {
  const nanos = parseUsdOrNull(value, param);
  if (nanos !== null && (nanos < breakerNanosMin || nanos > nanosMax)) {
    throw wrongValue(param, 'at least 0.01 USD, or null for the default');
  }
  return nanos;
}

const isEnabled: Field<boolean> = { spellings: { cbEnabled: parseBoolean } };
const minute: Field<Nanos | null> = { spellings: { cbMinuteUsd: parseAmount } };
const hour: Field<Nanos | null> = { spellings: { cbHourlyUsd: parseAmount } };

function readChange(body: Body): BreakerChange {
  const sent = {
    isEnabled: readField(body, isEnabled),
    minuteNanos: readField(body, minute),
    hourNanos: readField(body, hour),
  };
  return {
    ...(sent.isEnabled !== undefined && { isEnabled: sent.isEnabled }),
    ...(sent.minuteNanos !== undefined && { minuteNanos: sent.minuteNanos }),
    ...(sent.hourNanos !== undefined && { hourNanos: sent.hourNanos }),
  };
}
