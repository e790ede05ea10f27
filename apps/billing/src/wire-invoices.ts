import { createIdempotencyStore } from '@tollgate/idempotency';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import type { Till } from '@tollgate/till';
import { createIssueInvoicesJob } from './jobs/issue-invoices.job';
import type { InvoicesOptions } from './routes/invoices.route';
import { createInvoiceDatabase } from './store/invoice-store';
import { createDecideInvoice } from './use-cases/decide-invoice';
import { createIssueDueInvoices } from './use-cases/issue-due-invoices';
import type { Organizations } from './use-cases/organizations';
import { createSetOrgTerms, type SetOrgTerms } from './use-cases/set-org-terms';
import { createTellTill } from './use-cases/tell-till';

/** Organizations that pay at the end of the month. */
export function wireInvoices(options: {
  readonly database: Database;
  readonly till: Till;
  readonly organizations: Organizations;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): {
  readonly routes: Omit<InvoicesOptions, 'chooseWallet'>;
  readonly setOrgTerms: SetOrgTerms;
  readonly part: Part;
} {
  const { database, getNowMs, logger, organizations, till } = options;
  const store = createInvoiceDatabase(database);
  const ports = { store, organizations, getNowMs, logger };
  const tellTill = createTellTill({ till, logger });
  return {
    routes: {
      invoices: store,
      decideInvoice: createDecideInvoice({ store, tellTill, getNowMs }),
      idempotency: createIdempotencyStore(database),
    },
    setOrgTerms: createSetOrgTerms({ ...ports, till }),
    part: createIssueInvoicesJob({ issueDueInvoices: createIssueDueInvoices(ports), logger }),
  };
}
