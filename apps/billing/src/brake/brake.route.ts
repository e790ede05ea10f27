import type { Response } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { type Handlers, readJsonBody, validate } from '@tollgate/http';
import { readOperator } from '@tollgate/identity';
import { type Nanos, nanosToUsdNumber, usdNumberToNanos } from '@tollgate/money';
import type { BrakeChange, GetBrake, SetBrake } from './manage-brake';
import { brakeBodySchema, type brakeOperations, type brakeSchema } from './brake.operations';

export interface BrakeOptions {
  readonly getBrake: GetBrake;
  readonly setBrake: SetBrake;
}

export function createBrakeHandlers({
  getBrake,
  setBrake,
}: BrakeOptions): Handlers<typeof brakeOperations> {
  const answerBrake = async (response: Response): Promise<void> => {
    const { isTripped, settings } = await getBrake();
    response.json({
      state: settings.state,
      limitUsdPerMinute: nanosToUsdNumber(settings.minuteLimitNanos),
      limitUsdPerHour: nanosToUsdNumber(settings.hourLimitNanos),
      retryAfter: settings.retryAfterSeconds,
      reason: settings.reason === '' ? null : settings.reason,
      tripped: isTripped,
    } satisfies z.input<typeof brakeSchema>);
  };
  return {
    'GET /api/admin/brake': (_request, response) => answerBrake(response),

    'PUT /api/admin/brake': async (request, response) => {
      const body = await readJsonBody(request);
      await setBrake(readChange(validate(brakeBodySchema, body)), readOperator(response));
      await answerBrake(response);
    },
  };
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
