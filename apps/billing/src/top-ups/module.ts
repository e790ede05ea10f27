import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { Metrics } from '@tollgate/observability';
import type { BillingConfig } from '../config';
import { createProviders } from '../payments/create-providers';
import type { ModulePorts } from '../shared/module-ports';
import { createSetChannelRoute } from './admin-channels.route';
import type { adminTopupOperations } from './admin-top-ups.operations';
import { createDecisionRoute, createListAllTopupsRoute } from './admin-topups.route';
import type { PaymentProviderId } from './channel';
import { createChannelsRoute } from './channels.route';
import { createTopupUseCase } from './create-topup';
import { decideTopupUseCase } from './decide-topup';
import { expireTopupsUseCase } from './expire-topups';
import { createExpireTopupsJob } from './expire-topups.job';
import { findChannelUseCase, listOpenChannelsUseCase } from './find-channel';
import { liftSuspensionUseCase } from './lift-suspension';
import type { PaymentProviders } from './payment-ports';
import { quoteTopupUseCase } from './quote-topup';
import { refundTopupUseCase } from './refund-topup';
import { reverseTopupUseCase } from './reverse-topup';
import { sendRefundUseCase } from './send-refund';
import { createSendRefundsJob } from './send-refunds.job';
import { setChannelUseCase } from './set-channel';
import { settleTopupUseCase } from './settle-topup';
import { simulatePaymentUseCase } from './simulate-payment';
import type { paymentOperations } from './top-ups.operations';
import { createLiftSuspensionRoute, createListSuspensionsRoute } from './topup-suspensions.route';
import { createTopupHandlers } from './topups.route';
import { createWebhooksRoute } from './webhooks.route';

export interface TopupsModuleOptions extends ModulePorts {
  readonly config: Pick<BillingConfig, 'payments' | 'siteUrl'>;
}

/** Top-ups: quotes, checkouts, notices of payment providers, refunds and channels. */
export function createTopupsModule(options: TopupsModuleOptions): {
  readonly handlers: Handlers<typeof paymentOperations & typeof adminTopupOperations>;
  readonly parts: readonly Part[];
} {
  const { config, getNowMs, logger, store } = options;
  const providers = createProviders(config.payments);
  const ports = { ...options, providers, channels: store.channels };
  const expireTopups = expireTopupsUseCase(ports);
  const sendRefund = sendRefundUseCase(ports);
  return {
    handlers: {
      ...createPayerHandlers(ports),
      ...createOperatorHandlers({ ...ports, sendRefund }),
    },
    parts: [
      createExpireTopupsJob({ expireTopups, logger }),
      createSendRefundsJob({ topups: store.topups, sendRefund, getNowMs, logger }),
    ],
  };
}

type Ports = TopupsModuleOptions & {
  readonly providers: PaymentProviders;
  readonly channels: TopupsModuleOptions['store']['channels'];
};

function createPayerHandlers(ports: Ports): Handlers<typeof paymentOperations> {
  const { config, providers, store } = ports;
  const countNotices = createNoticeCounter(ports.metrics);
  const quoteTopup = quoteTopupUseCase({ findChannel: findChannelUseCase(ports) });
  const settleTopup = countNotices(settleTopupUseCase(ports));
  const reverseTopup = countNotices(reverseTopupUseCase(ports));
  const { isDevelopment } = config.payments;
  return {
    'GET /api/billing/channels': createChannelsRoute(listOpenChannelsUseCase(ports)),
    ...createTopupHandlers({
      ...ports,
      topups: store.topups,
      quoteTopup,
      createTopup: createTopupUseCase({ store, quoteTopup, siteUrl: config.siteUrl }),
      simulatePayment: isDevelopment ? simulatePaymentUseCase({ store, settleTopup }) : undefined,
    }),
    'POST /api/billing/webhooks/{provider}': createWebhooksRoute({
      providers,
      settleTopup,
      reverseTopup,
    }),
  };
}

function createOperatorHandlers(
  ports: Ports & { readonly sendRefund: ReturnType<typeof sendRefundUseCase> },
): Handlers<typeof adminTopupOperations> {
  const { idempotency, store } = ports;
  const decideTopup = decideTopupUseCase(ports);
  const refundTopup = refundTopupUseCase(ports);
  const topups = { topups: store.topups, decideTopup, refundTopup, idempotency };
  const suspensions = {
    suspensions: store.suspensions,
    liftSuspension: liftSuspensionUseCase(ports),
    idempotency,
  };
  return {
    'GET /api/admin/topups': createListAllTopupsRoute(topups),
    'POST /api/admin/topups/{id}/confirm': createDecisionRoute(topups, (decision) =>
      decideTopup({ ...decision, decision: 'confirm' }),
    ),
    'POST /api/admin/topups/{id}/reject': createDecisionRoute(topups, (decision) =>
      decideTopup({ ...decision, decision: 'reject' }),
    ),
    'POST /api/admin/topups/{id}/refund': createDecisionRoute(topups, refundTopup),
    'GET /api/admin/topup-suspensions': createListSuspensionsRoute(suspensions),
    'POST /api/admin/topup-suspensions/{id}/lift': createLiftSuspensionRoute(suspensions),
    'PUT /api/admin/channels/{id}': createSetChannelRoute({
      setChannel: setChannelUseCase(ports),
      idempotency,
    }),
  };
}

type OnNotice<Notice, Outcome extends string> = (
  provider: PaymentProviderId,
  notice: Notice,
) => Promise<Outcome>;

function createNoticeCounter(metrics: Metrics) {
  const notices = metrics.counter(
    'tollgate_payment_notices_total',
    'Notices of payment providers by outcome',
    ['provider', 'outcome'],
  );
  return <Notice, Outcome extends string>(
      apply: OnNotice<Notice, Outcome>,
    ): OnNotice<Notice, Outcome> =>
    async (provider, notice) => {
      const outcome = await apply(provider, notice);
      notices.inc({ provider, outcome });
      return outcome;
    };
}
