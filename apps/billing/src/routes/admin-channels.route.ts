import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import { validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator, requireOperator } from '@tollgate/identity';
import { parseDecimal } from '@tollgate/money';
import { z } from 'zod';
import {
  channelCentsMax,
  channelCentsMin,
  paymentProviderIds,
  type Channel,
} from '../domain/channel';
import { usd } from '../domain/currency';
import { toCents } from '../domain/cents';
import { fxRateDecimals } from '../domain/quote';
import type { SetChannel } from '../use-cases/set-channel';
import { describeChannelSettings } from './describe-topup';

export interface AdminChannelsOptions {
  readonly setChannel: SetChannel;
  readonly idempotency: IdempotencyStore;
}

const bodyBytesMax = 16 * 1024;
const transferToLengthMax = 500;
const fxRateMax = 10n ** 9n * 10n ** BigInt(fxRateDecimals);
const idPattern = /^[a-z][a-z0-9_]{1,31}$/;

const isFxRate = (text: string): boolean => {
  try {
    const rate = parseDecimal(text, fxRateDecimals);
    return rate > 0n && rate <= fxRateMax;
  } catch {
    return false;
  }
};

const channelSchema = z.strictObject({
  provider: z.enum(paymentProviderIds),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code'),
  localCurrency: z.boolean(),
  fxRate: z
    .string()
    .refine(isFxRate, {
      message: 'must be a positive decimal',
      params: { reason: 'unsupported_param' },
    })
    .nullish(),
  minUsd: z.number().default(5),
  maxUsd: z.number().default(10_000),
  enabled: z.boolean().default(true),
  transferTo: z.string().max(transferToLengthMax).default(''),
});

/** /api/admin/channels */
export function createAdminChannelsRouter(options: AdminChannelsOptions): Router {
  const router = Router();
  router.use(requireOperator);

  router.put('/:id', async (request, response) => {
    const operator = readOperator(response);
    await answerOnce({
      store: options.idempotency,
      request,
      response,
      account: operator.actor.id,
      bodyBytesMax,
      run: async (body) => {
        const channel = readChannel(request.params.id, validate(channelSchema, body));
        return {
          status: 200,
          body: describeChannelSettings(await options.setChannel(channel, operator)),
        };
      },
    });
  });
  return router;
}

function readChannel(id: string, body: z.infer<typeof channelSchema>): Channel {
  if (!idPattern.test(id)) {
    throw makeFault('id', 'must be 2 to 32 lower case letters, digits and underscores');
  }
  const { currency, enabled, fxRate, localCurrency, provider, transferTo } = body;
  if (currency !== usd && fxRate == null) {
    throw new AppError('missing_required_field', {
      message: 'fxRate is required',
      param: 'fxRate',
    });
  }
  if (currency === usd && fxRate != null && fxRate !== '1')
    throw makeFault('fxRate', 'of USD is 1');
  const minCents = readCents('minUsd', body.minUsd);
  const maxCents = readCents('maxUsd', body.maxUsd);
  if (minCents > maxCents) throw makeFault('minUsd', 'must not be above maxUsd');
  return {
    id,
    provider,
    currency,
    localCurrency,
    fxRate: fxRate ?? '1',
    minCents,
    maxCents,
    isEnabled: enabled,
    transferTo,
  };
}

function readCents(param: string, amountUsd: number): bigint {
  const cents = toCents(amountUsd);
  if (cents === undefined || cents < channelCentsMin || cents > channelCentsMax) {
    throw makeFault(param, 'must be whole cents from 5 to 10000 USD');
  }
  return cents;
}

function makeFault(param: string, fault: string): AppError {
  return new AppError('unsupported_param', { message: `${param} ${fault}`, param });
}
