import type { Logger } from '@tollgate/observability';
import { getCalendarMonth, type CalendarMonth } from '../shared/calendar-month';
import type { InvoicedOrganizations } from '../wallets/organization-ports';
import { issueInvoices, readInvoiceFacts } from './issue-invoice';
import type { InvoiceDatabase } from './ports';

/** Makes the invoices of all months that are over; how many. */
export type IssueDueInvoices = () => Promise<number>;

/** The last calls of a month get this long to end and to come in; later ones are invoiced later. */
const settleMs = 60 * 60_000;
const orgsPerRoundMax = 100;

/**
 * Whenever it runs, and however often: an organization's wallet is locked, and what an invoice has
 * asked for is not unbilled any more. After a time of rest every month gets its own invoice.
 */
export function issueDueInvoicesUseCase(ports: {
  readonly store: InvoiceDatabase;
  readonly organizations: InvoicedOrganizations;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): IssueDueInvoices {
  const { getNowMs, logger, organizations, store } = ports;

  async function issue(orgId: string, last: CalendarMonth): Promise<number> {
    const facts = await readInvoiceFacts(organizations, orgId, '');
    return store.inTransaction(async (stores) => {
      const walletVersion = await stores.invoices.lockWallet(orgId);
      const terms = await stores.invoices.findTerms(orgId);
      if (!terms?.isMonthly || terms.doneMonth >= last) return 0;
      const request = { orgId, walletVersion, facts, nowMs: getNowMs(), requestId: '' };
      const months = { first: terms.doneMonth + 1, last };
      const issued = await issueInvoices(stores, request, months);
      await stores.invoices.saveTerms({ ...terms, doneMonth: last });
      return issued;
    });
  }

  return async () => {
    const last = getCalendarMonth(getNowMs() - settleMs) - 1;
    let issued = 0;
    for (const orgId of await store.listDueOrgs(last, orgsPerRoundMax)) {
      try {
        issued += await issue(orgId, last);
      } catch (error) {
        // Those of the others do not wait for it; the next round tries again.
        logger.error('invoice not made', { orgId, error });
      }
    }
    return issued;
  };
}
