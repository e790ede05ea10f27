import { AppError } from '@tollgate/errors';
import type { MoneyStore, Operator } from '../shared/money-ports';
import { listChannels, paymentProviderIds, type Channel } from './channel';
import type { PaymentProviders } from './payment-ports';

/** Throws `unsupported_param` for what its provider cannot do. */
export type SetChannel = (channel: Channel, operator: Operator) => Promise<Channel>;

/** Replaces a payment channel, or adds one. Top-ups that exist keep the rate of their quote. */
export function setChannelUseCase(ports: {
  readonly store: MoneyStore;
  readonly providers: PaymentProviders;
}): SetChannel {
  return async (channel, operator) => {
    const provider = ports.providers.get(channel.provider);
    if (provider === undefined) {
      throw new AppError('unsupported_param', {
        message: `The payment provider ${channel.provider} is not set up`,
        param: 'provider',
      });
    }
    if (!provider.takesCurrency(channel.currency)) {
      throw new AppError('unsupported_param', {
        message: `${channel.provider} cannot collect ${channel.currency}`,
        param: 'currency',
      });
    }
    await ports.store.inTransaction(async ({ book, channels }) => {
      const all = listChannels(await channels.list(), new Set(paymentProviderIds));
      const before = all.find(({ id }) => id === channel.id);
      await channels.save(channel);
      await book.recordAudit({
        ...operator,
        action: 'admin.channel.update',
        target: { type: 'channel', id: channel.id },
        before,
        after: channel,
      });
    });
    return channel;
  };
}
