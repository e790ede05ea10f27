import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { validate } from '@tollgate/http';
import {
  type Answer,
  answerOperatorWrite,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import { toCents } from '../shared/cents';
import { channelBodySchema } from './admin-top-ups.operations';
import { type Channel, channelCentsMax, channelCentsMin, usd } from './channel';
import { describeChannelSettings } from './describe-topup';
import type { SetChannel } from './set-channel';

export interface AdminChannelsOptions {
  readonly setChannel: SetChannel;
  readonly idempotency: IdempotencyStore;
}

const idPattern = /^[a-z][a-z0-9_]{1,31}$/;

/** PUT /api/admin/channels/{id} */
export function createSetChannelRoute(options: AdminChannelsOptions): RequestHandler {
  const run = async ({ body, id, operator }: OperatorWrite): Promise<Answer> => {
    const channel = readChannel(id, validate(channelBodySchema, body));
    const set = await options.setChannel(channel, operator);
    return { status: 200, body: describeChannelSettings(set) };
  };
  return answerOperatorWrite({ store: options.idempotency, run });
}

function readChannel(id: string, body: z.infer<typeof channelBodySchema>): Channel {
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
