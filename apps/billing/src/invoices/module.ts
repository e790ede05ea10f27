import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { decideInvoiceUseCase } from './decide-invoice';
import { createInvoiceDatabase } from './invoice-store';
import type { invoiceOperations } from './invoices.operations';
import { createInvoiceHandlers } from './invoices.route';
import { issueDueInvoicesUseCase } from './issue-due-invoices';
import { createIssueInvoicesJob } from './issue-invoices.job';
import { setOrgTermsUseCase, type SetOrgTerms } from './set-org-terms';

/** Organizations that pay at the end of the month. */
export function createInvoicesModule(options: ModulePorts): {
  readonly handlers: Handlers<typeof invoiceOperations>;
  readonly parts: readonly Part[];
  readonly setOrgTerms: SetOrgTerms;
} {
  const { database, logger } = options;
  const store = createInvoiceDatabase(database);
  const ports = { ...options, store };
  const decideInvoice = decideInvoiceUseCase(ports);
  const issueDueInvoices = issueDueInvoicesUseCase(ports);
  return {
    handlers: createInvoiceHandlers({ ...ports, invoices: store, decideInvoice }),
    parts: [createIssueInvoicesJob({ issueDueInvoices, logger })],
    setOrgTerms: setOrgTermsUseCase(ports),
  };
}
