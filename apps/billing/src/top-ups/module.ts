import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { endChargeUseCase } from '../auto-top-ups/end-charge';
import { storeMethodUseCase } from '../auto-top-ups/store-method';
import type { BillingConfig } from '../config';
import { createProviders } from '../payments/create-providers';
import type { ModulePorts } from '../shared/module-ports';
import type { adminTopupOperations } from './admin-top-ups.operations';
import { createAdminTopupHandlers } from './admin-topups.route';
import { createNoticeCounter, type CountNotices } from './count-notices';
import { createTopupUseCase } from './create-topup';
import { decideTopupUseCase } from './decide-topup';
import { expireTopupsUseCase } from './expire-topups';
import { liftSuspensionUseCase } from './lift-suspension';
import { listAllChannelsUseCase } from './list-channels';
import type { PaymentProviders } from './payment-ports';
import { findChannelUseCase, listOpenChannelsUseCase, quoteTopupUseCase } from './quote-topup';
import { refundTopupUseCase } from './refund-topup';
import { reverseTopupUseCase } from './reverse-topup';
import { sendRefundUseCase } from './send-refund';
import { createSendRefundsJob } from './send-refunds.job';
import { setChannelUseCase } from './set-channel';
import { settleTopupUseCase, type SettleTopup } from './settle-topup';
import { simulatePaymentUseCase } from './simulate-payment';
import type { paymentOperations } from './top-ups.operations';
import { createTopupHandlers } from './topups.route';
import { createWebhooksRoute } from './webhooks.route';

export interface TopupsModuleOptions extends ModulePorts {
  readonly config: Pick<BillingConfig, 'payments' | 'siteUrl'>;
}

const expiryIntervalMs = 10_000;

/** Top-ups: quotes, checkouts, notices of payment providers, refunds and channels. */
export function createTopupsModule(options: TopupsModuleOptions): {
  readonly handlers: Handlers<typeof paymentOperations & typeof adminTopupOperations>;
  readonly parts: readonly Part[];
  readonly providers: PaymentProviders;
  readonly settleTopup: SettleTopup;
} {
  const { config, logger, store } = options;
  const providers = createProviders(config.payments);
  const countNotices = createNoticeCounter(options.metrics, providers.keys());
  const settleTopup = countNotices(
    settleTopupUseCase({ ...options, endCharge: endChargeUseCase(options) }),
  );
  const ports = { ...options, providers, channels: store.channels, countNotices, settleTopup };
  const sendRefund = sendRefundUseCase(ports);
  return {
    providers,
    settleTopup,
    handlers: {
      ...createPayerHandlers(ports),
      ...createAdminTopupHandlers({
        ...ports,
        topups: store.topups,
        suspensions: store.suspensions,
        decideTopup: decideTopupUseCase(ports),
        refundTopup: refundTopupUseCase({ ...ports, sendRefund }),
        liftSuspension: liftSuspensionUseCase(ports),
        listAllChannels: listAllChannelsUseCase(ports),
        setChannel: setChannelUseCase(ports),
      }),
    },
    parts: [
      createCountingPart({
        name: 'expire top-ups',
        intervalMs: Math.min(expiryIntervalMs, options.jobIntervalMsMax),
        run: expireTopupsUseCase(ports),
        message: 'top-ups expired',
        unit: 'topups',
        logger,
      }),
      createSendRefundsJob({ ...ports, topups: store.topups, sendRefund }),
    ],
  };
}

type Ports = TopupsModuleOptions & {
  readonly providers: PaymentProviders;
  readonly channels: TopupsModuleOptions['store']['channels'];
  readonly settleTopup: SettleTopup;
  readonly countNotices: CountNotices;
};

function createPayerHandlers(ports: Ports): Handlers<typeof paymentOperations> {
  const { config, countNotices, providers, settleTopup, store } = ports;
  const quoteTopup = quoteTopupUseCase({ findChannel: findChannelUseCase(ports) });
  const storeMethod = storeMethodUseCase(ports);
  const reverseTopup = countNotices(reverseTopupUseCase(ports));
  const { isDevelopment } = config.payments;
  return {
    ...createTopupHandlers({
      ...ports,
      topups: store.topups,
      listOpenChannels: listOpenChannelsUseCase(ports),
      quoteTopup,
      createTopup: createTopupUseCase({ store, quoteTopup, siteUrl: config.siteUrl }),
      simulatePayment: isDevelopment
        ? simulatePaymentUseCase({ store, settleTopup, storeMethod })
        : undefined,
    }),
    'POST /api/billing/webhooks/{provider}': createWebhooksRoute({
      providers,
      settleTopup,
      reverseTopup,
      storeMethod,
    }),
  };
}
