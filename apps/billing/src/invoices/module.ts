import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { decideInvoiceUseCase } from './decide-invoice';
import { createInvoiceDatabase } from './invoice-store';
import type { invoiceOperations } from './invoices.operations';
import { createInvoiceHandlers } from './invoices.route';
import { issueDueInvoicesUseCase } from './issue-invoices';
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
  return {
    handlers: createInvoiceHandlers({ ...ports, invoices: store, decideInvoice }),
    parts: [
      createCountingPart({
        name: 'issue invoices',
        // While no month is over it is one small query.
        intervalMs: 60_000,
        run: issueDueInvoicesUseCase(ports),
        message: 'invoices made',
        unit: 'invoices',
        logger,
      }),
    ],
    setOrgTerms: setOrgTermsUseCase(ports),
  };
}
