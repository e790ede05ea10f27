import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { IssueDueInvoices } from './issue-due-invoices';

/** While no month is over it is one small query. */
const intervalMs = 60_000;

/** Makes the invoices of months that are over. */
export function createIssueInvoicesJob(options: {
  readonly issueDueInvoices: IssueDueInvoices;
  readonly logger: Logger;
}): Part {
  const { issueDueInvoices, logger } = options;
  const run = async (): Promise<void> => {
    const invoices = await issueDueInvoices();
    if (invoices > 0) logger.info('invoices made', { invoices });
  };
  return createRepeatingPart({ name: 'issue invoices', intervalMs, run, logger });
}
