import type { AuthClient } from '@tollgate/clients';
import { createIdempotencyStore, createPurgeKeysPart } from '@tollgate/idempotency';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import type { MembershipSource } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import type { Redis } from '@tollgate/redis';
import { InstanceRegistry, type Till } from '@tollgate/till';
import type { BillingConfig } from './config';
import type { PaymentProviderId } from './domain/channel';
import { createExpireMoneyJob } from './jobs/expire-money.job';
import { createSendRefundsJob } from './jobs/send-refunds.job';
import { createProviders } from './payments/create-providers';
import type { AdminChannelsOptions } from './routes/admin-channels.route';
import type { AdminGrantsOptions } from './routes/admin-grants.route';
import type { AdminTopupsOptions } from './routes/admin-topups.route';
import type { TopupsOptions } from './routes/topups.route';
import type { TopupSuspensionsOptions } from './routes/topup-suspensions.route';
import type { WebhooksOptions } from './routes/webhooks.route';
import { createMoneyStore } from './store/money-store';
import { createCheckWalletOwner } from './use-cases/check-wallet-owner';
import { createChooseWallet } from './use-cases/choose-wallet';
import { createCreateTopup } from './use-cases/create-topup';
import { createDecideTopup } from './use-cases/decide-topup';
import { createExpireGrants } from './use-cases/expire-grants';
import { createExpireTopups } from './use-cases/expire-topups';
import {
  createFindChannel,
  createListOpenChannels,
  type ListOpenChannels,
} from './use-cases/find-channel';
import { createGrantCredits } from './use-cases/grant-credits';
import type { LoadTill } from './use-cases/load-till';
import type { Organizations } from './use-cases/organizations';
import type { AfterPosting } from './use-cases/post-usage';
import { createQuoteTopup } from './use-cases/quote-topup';
import { createLiftSuspension } from './use-cases/lift-suspension';
import { createRefundTopup } from './use-cases/refund-topup';
import { createReverseTopup } from './use-cases/reverse-topup';
import { createSendRefund } from './use-cases/send-refund';
import { createSetChannel } from './use-cases/set-channel';
import { createSettleTopup } from './use-cases/settle-topup';
import { createSimulatePayment } from './use-cases/simulate-payment';
import { createTakeCredit } from './use-cases/take-credit';
import { createTellTill } from './use-cases/tell-till';
import { wireAlerts } from './wire-alerts';

export interface MoneyInRoutes
  extends
    AdminChannelsOptions,
    AdminGrantsOptions,
    Omit<AdminTopupsOptions, 'topups'>,
    TopupsOptions,
    TopupSuspensionsOptions,
    WebhooksOptions {
  readonly topups: AdminTopupsOptions['topups'] & TopupsOptions['topups'];
  readonly listOpenChannels: ListOpenChannels;
}

export interface MoneyInOptions {
  readonly authClient: AuthClient;
  readonly organizations: Organizations;
  readonly memberships: MembershipSource;
  readonly config: BillingConfig;
  readonly database: Database;
  readonly redis: Redis;
  readonly till: Till;
  readonly loadTill: LoadTill;
  readonly getNowMs: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** How credit comes in: top-ups, grants, and what is said about them. */
export function wireMoneyIn(options: MoneyInOptions): {
  readonly routes: MoneyInRoutes;
  readonly afterPosting: AfterPosting;
  readonly parts: readonly Part[];
} {
  const { config, getNowMs, loadTill, logger, till } = options;
  const { siteUrl } = config;
  const contacts = options.authClient;
  const store = createMoneyStore(options.database);
  const alerts = wireAlerts({ ...options, store, contacts });
  const idempotency = createIdempotencyStore(options.database);
  const providers = createProviders(config.payments);
  const tellTill = createTellTill({ till, logger });
  const instances = new InstanceRegistry(options.redis);
  const takeCredit = createTakeCredit({ till, instances, loadTill, tellTill });
  const channelPorts = { channels: store.channels, providers };
  const quoteTopup = createQuoteTopup({ findChannel: createFindChannel(channelPorts) });
  const countNotices = createNoticeCounter(options.metrics);
  const noticePorts = { store, tellTill, getNowMs, logger };
  const settleTopup = countNotices(createSettleTopup(noticePorts));
  const sendRefund = createSendRefund({ store, providers, getNowMs, logger });
  const { isDevelopment } = config.payments;
  const routes: MoneyInRoutes = {
    getNowMs,
    idempotency,
    providers,
    topups: store.topups,
    grants: store.grants,
    checkWalletOwner: createCheckWalletOwner({ contacts, organizations: options.organizations }),
    chooseWallet: createChooseWallet(options),
    grantCredits: createGrantCredits({ store, takeCredit, tellTill, getNowMs }),
    listOpenChannels: createListOpenChannels(channelPorts),
    setChannel: createSetChannel({ store, providers }),
    quoteTopup,
    createTopup: createCreateTopup({ store, quoteTopup, siteUrl }),
    settleTopup,
    reverseTopup: countNotices(createReverseTopup(noticePorts)),
    suspensions: store.suspensions,
    liftSuspension: createLiftSuspension({ store }),
    simulatePayment: isDevelopment ? createSimulatePayment({ store, settleTopup }) : undefined,
    decideTopup: createDecideTopup({ store, tellTill, getNowMs }),
    refundTopup: createRefundTopup({ store, takeCredit, sendRefund, getNowMs }),
  };
  const expireTopups = createExpireTopups({ store, getNowMs });
  const expireGrants = createExpireGrants({ store, takeCredit, getNowMs });
  return {
    routes,
    afterPosting: alerts.afterPosting,
    parts: [
      alerts.part,
      createPurgeKeysPart({ store: idempotency, logger }),
      createExpireMoneyJob({ expireTopups, expireGrants, logger }),
      createSendRefundsJob({ topups: store.topups, sendRefund, getNowMs, logger }),
    ],
  };
}

type OnNotice<Notice, Outcome extends string> = (
  provider: PaymentProviderId,
  notice: Notice,
) => Promise<Outcome>;

function createNoticeCounter(metrics: Metrics) {
  const notices = metrics.counter(
    'tollgate_payment_notices_total',
    'What payment providers said, and what became of it',
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
