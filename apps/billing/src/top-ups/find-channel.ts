import { AppError } from '@tollgate/errors';
import { listChannels, type Channel } from './channel';
import type { PaymentProvider, PaymentProviders } from './payment-ports';
import type { ChannelStore } from './ports';

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
