import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { BillingConfig } from '../config';
import { createBook } from '../ledger/book-store';
import type { AfterPosting } from '../ledger/post-usage';
import type { ModulePorts } from '../shared/module-ports';
import type { alertOperations } from './alerts.operations';
import { createAlertsRoute } from './alerts.route';
import { findReadersUseCase, sendAlertsUseCase } from './send-alerts';
import { watchBalancesUseCase } from './watch-balances';
import { watchLimitsUseCase } from './watch-limits';

const intervalMs = 5_000;

/** Mails about limits that are nearly used up: stored when charges are posted, sent by a job. */
export function createAlertsModule(
  ports: ModulePorts & { readonly config: Pick<BillingConfig, 'mail' | 'siteUrl'> },
): {
  readonly handlers: Handlers<typeof alertOperations>;
  readonly afterPosting: AfterPosting;
  readonly parts: readonly Part[];
} {
  const { config, getNowMs, logger } = ports;
  const { alerts } = ports.store;
  const book = createBook(ports.database);
  const mailer = createMailer(config.mail);
  const watchBalances = watchBalancesUseCase({ alerts });
  const watchLimits = watchLimitsUseCase({
    alerts,
    sumSpend: (walletId, counter, startMs) => book.sumSpend(walletId, counter, startMs),
    getNowMs,
  });
  const sendAlerts = sendAlertsUseCase({
    alerts,
    findReaders: findReadersUseCase(ports),
    sendMail: (mail) => mailer.send(mail),
    siteUrl: config.siteUrl,
    getNowMs,
    logger,
  });
  return {
    handlers: { 'GET /api/billing/alerts': createAlertsRoute({ ...ports, alerts }) },
    afterPosting: async (generations, wallets) => {
      await watchBalances(wallets);
      await watchLimits(generations);
    },
    parts: [
      createCountingPart({
        name: 'send alerts',
        intervalMs: Math.min(intervalMs, ports.jobIntervalMsMax),
        run: sendAlerts,
        message: 'alerts mailed',
        unit: 'sent',
        logger,
      }),
    ],
  };
}
