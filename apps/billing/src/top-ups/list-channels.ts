import { listChannels, paymentProviderIds, type Channel } from './channel';
import type { PaymentProviders } from './payment-ports';
import type { ChannelStore } from './ports';

export interface ListedChannel {
  readonly channel: Channel;
  /** Payers cannot use a channel whose payment provider is not set up. */
  readonly isProviderSetUp: boolean;
}

export type ListAllChannels = () => Promise<readonly ListedChannel[]>;

/** Every channel, for operators: closed ones and those of providers that are not set up, too. */
export function listAllChannelsUseCase({
  channels,
  providers,
}: {
  readonly channels: Pick<ChannelStore, 'list'>;
  readonly providers: PaymentProviders;
}): ListAllChannels {
  return async () => {
    const all = listChannels(await channels.list(), new Set(paymentProviderIds));
    return all.map((channel) => ({
      channel,
      isProviderSetUp: providers.has(channel.provider),
    }));
  };
}
