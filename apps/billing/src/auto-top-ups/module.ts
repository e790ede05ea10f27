import type { EventLog } from '@tollgate/event-log';
import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import { findReadersUseCase } from '../alerts/send-alerts';
import type { BillingConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import type { PaymentProviders } from '../top-ups/payment-ports';
import {
  findChannelUseCase,
  listOpenChannelsUseCase,
  quoteTopupUseCase,
} from '../top-ups/quote-topup';
import type { SettleTopup } from '../top-ups/settle-topup';
import { checkWalletOwnerUseCase } from '../wallets/check-wallet-owner';
import type { autoTopupOperations } from './auto-topups.operations';
import { createAutoTopupHandlers } from './auto-topups.route';
import { createClosedAccountsConsumer } from './closed-accounts.consumer';
import { settleChargesUseCase } from './settle-charges';
import { deleteMethodsUseCase } from './delete-methods';
import { getAutoTopupUseCase } from './get-auto-topup';
import { sendMailsUseCase } from './send-mails';
import { removeAutoTopupUseCase, setAutoTopupUseCase } from './set-auto-topup';
import { openTopupsUseCase } from './open-topups';

export interface AutoTopupsModuleOptions extends ModulePorts {
  readonly config: Pick<BillingConfig, 'mail' | 'siteUrl'>;
  readonly eventLog: EventLog;
  readonly providers: PaymentProviders;
  readonly settleTopup: SettleTopup;
}

const intervalMs = 5_000;
const detachIntervalMs = 30_000;

/** Automatic top-ups: rules, saved payment methods, and the jobs that charge them. */
export function createAutoTopupsModule(options: AutoTopupsModuleOptions): {
  readonly handlers: Handlers<typeof autoTopupOperations>;
  readonly parts: readonly Part[];
} {
  const { providers, store } = options;
  const channelPorts = { channels: store.channels, providers };
  const findChannel = findChannelUseCase(channelPorts);
  const listOpenChannels = listOpenChannelsUseCase(channelPorts);
  const removeAutoTopup = removeAutoTopupUseCase(options);
  return {
    handlers: createAutoTopupHandlers({
      ...options,
      getAutoTopup: getAutoTopupUseCase({ ...options, listOpenChannels }),
      setAutoTopup: setAutoTopupUseCase({
        ...options,
        quoteTopup: quoteTopupUseCase({ findChannel }),
      }),
      removeAutoTopup,
    }),
    parts: [
      createChargePart(options),
      createMailPart(options),
      createDetachPart(options),
      createClosedAccountsConsumer({ eventLog: options.eventLog, removeAutoTopup }),
    ],
  };
}

function createChargePart(options: AutoTopupsModuleOptions): Part {
  const { config, logger, metrics, store } = options;
  const outcomes = metrics.counter(
    'tollgate_auto_topups_total',
    'Automatic top-ups by outcome of the payment',
    ['outcome'],
  );
  const checkWalletOwner = checkWalletOwnerUseCase(options);
  const openTopups = openTopupsUseCase({
    ...options,
    findChannel: findChannelUseCase({ ...options, channels: store.channels }),
    checkWalletOwner,
    removeAutoTopup: removeAutoTopupUseCase(options),
    siteUrl: config.siteUrl,
  });
  const settleCharges = settleChargesUseCase({
    ...options,
    checkWalletOwner,
    countOutcome: (outcome) => outcomes.inc({ outcome }),
  });
  return createCountingPart({
    name: 'automatic top-ups',
    intervalMs: Math.min(intervalMs, options.jobIntervalMsMax),
    run: async () => {
      await openTopups();
      return settleCharges();
    },
    message: 'automatic payments asked for',
    unit: 'charges',
    logger,
  });
}

function createMailPart(options: AutoTopupsModuleOptions): Part {
  const { config, logger, store } = options;
  const mailer = createMailer(config.mail);
  return createCountingPart({
    name: 'mail automatic top-ups',
    intervalMs: Math.min(intervalMs, options.jobIntervalMsMax),
    run: sendMailsUseCase({
      ...options,
      autoTopups: store.autoTopups,
      findReaders: findReadersUseCase(options),
      sendMail: (mail) => mailer.send(mail),
      siteUrl: config.siteUrl,
    }),
    message: 'mails about automatic top-ups sent',
    unit: 'sent',
    logger,
  });
}

function createDetachPart(options: AutoTopupsModuleOptions): Part {
  return createCountingPart({
    name: 'delete payment methods',
    intervalMs: Math.min(detachIntervalMs, options.jobIntervalMsMax),
    run: deleteMethodsUseCase({ ...options, methods: options.store.methods }),
    message: 'payment methods deleted at their provider',
    unit: 'methods',
    logger: options.logger,
  });
}
