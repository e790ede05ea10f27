import type { Part } from '@tollgate/lifecycle';
import { createMailer } from '@tollgate/mail';
import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import type { BillingConfig } from './config';
import { createSendAlertsJob } from './jobs/send-alerts.job';
import { createBook } from './store/book-store';
import type { Contacts } from './use-cases/contacts';
import { createFindReaders } from './use-cases/find-readers';
import type { MoneyStores } from './use-cases/money-in-ports';
import type { Organizations } from './use-cases/organizations';
import type { AfterPosting } from './use-cases/post-usage';
import { createSendAlerts } from './use-cases/send-alerts';
import { createWatchBalances } from './use-cases/watch-balances';
import { createWatchLimits } from './use-cases/watch-limits';

/** Mails about limits that are nearly used up: noted when charges are posted, sent by a job. */
export function wireAlerts(options: {
  readonly config: Pick<BillingConfig, 'mail' | 'siteUrl'>;
  readonly database: Database;
  readonly store: MoneyStores;
  readonly contacts: Contacts;
  readonly organizations: Organizations;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): { readonly afterPosting: AfterPosting; readonly part: Part } {
  const { config, getNowMs, logger } = options;
  const { alerts } = options.store;
  const book = createBook(options.database);
  const mailer = createMailer(config.mail);
  const watchBalances = createWatchBalances({ alerts });
  const watchLimits = createWatchLimits({
    alerts,
    sumSpend: (walletId, counter, startMs) => book.sumSpend(walletId, counter, startMs),
    getNowMs,
  });
  const sendAlerts = createSendAlerts({
    alerts,
    findReaders: createFindReaders(options),
    sendMail: (mail) => mailer.send(mail),
    siteUrl: config.siteUrl,
    getNowMs,
    logger,
  });
  return {
    afterPosting: async (generations, wallets) => {
      await watchBalances(wallets);
      await watchLimits(generations);
    },
    part: createSendAlertsJob({ sendAlerts, logger }),
  };
}
