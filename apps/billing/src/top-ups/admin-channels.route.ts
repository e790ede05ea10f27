import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { type Handlers, validate } from '@tollgate/http';
import {
  type Answer,
  answerOperatorWrite,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import { toCents } from '../shared/cents';
import {
  channelBodySchema,
  type adminTopupOperations,
  type listedChannelSchema,
} from './admin-top-ups.operations';
import { type Channel, channelCentsMax, channelCentsMin, usd } from './channel';
import { describeChannelSettings } from './describe-topup';
import type { ListAllChannels, ListedChannel } from './list-channels';
import type { SetChannel } from './set-channel';

export interface AdminChannelsOptions {
  readonly listAllChannels: ListAllChannels;
  readonly setChannel: SetChannel;
  readonly idempotency: IdempotencyStore;
}

const idPattern = /^[a-z][a-z0-9_]{1,31}$/;

type ChannelHandlers = Pick<
  Handlers<typeof adminTopupOperations>,
  'GET /api/admin/channels' | 'PUT /api/admin/channels/{id}'
>;

export function createAdminChannelHandlers(options: AdminChannelsOptions): ChannelHandlers {
  const run = async ({ body, id, operator }: OperatorWrite): Promise<Answer> => {
    const channel = readChannel(id, validate(channelBodySchema, body));
    const set = await options.setChannel(channel, operator);
    return { status: 200, body: describeChannelSettings(set) };
  };
  return {
    'GET /api/admin/channels': async (_request, response) => {
      const all = await options.listAllChannels();
      response.json({ items: all.map(describeListed) });
    },
    'PUT /api/admin/channels/{id}': answerOperatorWrite({ store: options.idempotency, run }),
  };
}

function describeListed({
  channel,
  isProviderSetUp,
}: ListedChannel): z.input<typeof listedChannelSchema> {
  return { ...describeChannelSettings(channel), providerSetUp: isProviderSetUp };
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
