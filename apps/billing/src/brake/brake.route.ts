import type { RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonBody, validate } from '@tollgate/http';
import { readOperator } from '@tollgate/identity';
import { nanosToUsdNumber, usdNumberToNanos, type Nanos } from '@tollgate/money';
import type { z } from 'zod';
import { brakeBodySchema, type brakeSchema } from './brake.operations';
import type { GetBrake } from './get-brake';
import type { BrakeChange, SetBrake } from './set-brake';

export interface BrakeOptions {
  readonly getBrake: GetBrake;
  readonly setBrake: SetBrake;
}

/** GET /api/admin/brake */
export function createGetBrakeRoute({ getBrake }: BrakeOptions): RequestHandler {
  return (_request, response) => answerBrake(getBrake, response);
}

/** PUT /api/admin/brake */
export function createSetBrakeRoute({ getBrake, setBrake }: BrakeOptions): RequestHandler {
  return async (request, response) => {
    const body = await readJsonBody(request);
    await setBrake(readChange(validate(brakeBodySchema, body)), readOperator(response));
    await answerBrake(getBrake, response);
  };
}

async function answerBrake(getBrake: GetBrake, response: Response): Promise<void> {
  const { isTripped, settings } = await getBrake();
  response.json({
    state: settings.state,
    limitUsdPerMinute: nanosToUsdNumber(settings.minuteLimitNanos),
    limitUsdPerHour: nanosToUsdNumber(settings.hourLimitNanos),
    retryAfter: settings.retryAfterSeconds,
    reason: settings.reason === '' ? null : settings.reason,
    tripped: isTripped,
  } satisfies z.input<typeof brakeSchema>);
}

/** A reason belongs to one change: a change without a reason clears it. */
function readChange(body: z.infer<typeof brakeBodySchema>): BrakeChange {
  const { limitUsdPerHour, limitUsdPerMinute, reason, retryAfter, state } = body;
  return {
    state,
    reason: reason ?? '',
    ...(limitUsdPerMinute !== undefined && {
      minuteLimitNanos: readLimit('limitUsdPerMinute', limitUsdPerMinute),
    }),
    ...(limitUsdPerHour !== undefined && {
      hourLimitNanos: readLimit('limitUsdPerHour', limitUsdPerHour),
    }),
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  };
}

function readLimit(param: string, usd: number): Nanos {
  const nanos = usdNumberToNanos(usd);
  if (nanos > 0n) return nanos;
  throw new AppError('unsupported_param', { message: `${param} must be more than 0`, param });
}
