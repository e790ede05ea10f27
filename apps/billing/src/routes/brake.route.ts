import { Router, type Response } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonBody, validate } from '@tollgate/http';
import { readOperator, requireOperator } from '@tollgate/identity';
import { nanosToUsdNumber, usdNumberToNanos, type Nanos } from '@tollgate/money';
import { z } from 'zod';
import { brakeStates } from '../domain/brake';
import type { GetBrake } from '../use-cases/get-brake';
import type { BrakeChange, SetBrake } from '../use-cases/set-brake';

export interface BrakeOptions {
  readonly getBrake: GetBrake;
  readonly setBrake: SetBrake;
}

const bodyBytesMax = 16 * 1024;
/** The till counts no more than this exactly. */
const limitUsdMax = 9_000_000;
const retryAfterSecondsMax = 86_400;
const reasonLengthMax = 500;

const brakeSchema = z.object({
  state: z.enum(brakeStates),
  limitUsdPerMinute: z.number().max(limitUsdMax).optional(),
  limitUsdPerHour: z.number().max(limitUsdMax).optional(),
  retryAfter: z.number().int().min(1).max(retryAfterSecondsMax).optional(),
  reason: z.string().max(reasonLengthMax).nullish(),
});

/** /api/admin/brake */
export function createBrakeRouter(options: BrakeOptions): Router {
  const router = Router();
  router.use(requireOperator);

  router.get('/', (_request, response) => answerBrake(options.getBrake, response));

  router.put('/', async (request, response) => {
    const body = await readJsonBody(request, { bytesMax: bodyBytesMax });
    await options.setBrake(readChange(validate(brakeSchema, body)), readOperator(response));
    await answerBrake(options.getBrake, response);
  });
  return router;
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
  });
}

/** A reason belongs to the change it came with: without one there is none. */
function readChange(body: z.infer<typeof brakeSchema>): BrakeChange {
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
