import { AppError } from '@tollgate/errors';
import { formatDecimal } from '@tollgate/money';
import { toCents } from '../shared/cents';
import { type Channel, listChannels } from './channel';
import type { PaymentProvider, PaymentProviders } from './payment-ports';
import type { ChannelStore } from './ports';
import { makeQuote, type Quote } from './quote';

export interface QuoteRequest {
  readonly amountUsd: number;
  readonly channel: string;
}

export interface Quoted extends OpenChannel {
  readonly quote: Quote;
}

export type QuoteTopup = (request: QuoteRequest) => Promise<Quoted>;

/** Throws `unsupported_param` for an unknown channel and for amounts that it does not take. */
export function quoteTopupUseCase(ports: { readonly findChannel: FindChannel }): QuoteTopup {
  return async ({ amountUsd, channel: channelId }) => {
    const found = await ports.findChannel(channelId);
    return { ...found, quote: makeQuote(readCents(amountUsd, found.channel), found.channel) };
  };
}

const centDecimals = 2;

function readCents(amountUsd: number, { minCents, maxCents }: Channel): bigint {
  const cents = toCents(amountUsd);
  if (cents === undefined) throw makeAmountError('must be a whole number of cents');
  if (cents < minCents || cents > maxCents) {
    const [min, max] = [
      formatDecimal(minCents, centDecimals),
      formatDecimal(maxCents, centDecimals),
    ];
    throw makeAmountError(`must be from ${min} to ${max}`);
  }
  return cents;
}

function makeAmountError(fault: string): AppError {
  return new AppError('unsupported_param', { message: `amountUsd ${fault}`, param: 'amountUsd' });
}

export interface OpenChannel {
  readonly channel: Channel;
  readonly provider: PaymentProvider;
}

export type ListOpenChannels = () => Promise<Channel[]>;
/** Throws `unsupported_param` for a channel that cannot be used. */
export type FindChannel = (channelId: string) => Promise<OpenChannel>;

interface ChannelPorts {
  readonly channels: Pick<ChannelStore, 'list'>;
  readonly providers: PaymentProviders;
}

export function listOpenChannelsUseCase({ channels, providers }: ChannelPorts): ListOpenChannels {
  return async () => {
    const all = listChannels(await channels.list(), new Set(providers.keys()));
    return all.filter(({ isEnabled }) => isEnabled);
  };
}

export function findChannelUseCase(ports: ChannelPorts): FindChannel {
  const listOpen = listOpenChannelsUseCase(ports);
  return async (channelId) => {
    const channel = (await listOpen()).find(({ id }) => id === channelId);
    const provider = channel && ports.providers.get(channel.provider);
    if (!channel || !provider) {
      throw new AppError('unsupported_param', {
        message: 'There is no such payment channel',
        param: 'channel',
      });
    }
    return { channel, provider };
  };
}
