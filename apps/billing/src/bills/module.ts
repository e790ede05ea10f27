import type { Handlers } from '@tollgate/http';
import type { ReportDatabase } from '../reports/report-database';
import type { billOperations } from './bills.operations';
import { createBillHandlers } from './bills.route';
import { createReadReceipts } from './receipts-reader';

/** Bills of providers against the receipts, on the connections of the reports. */
export function createBillsModule(ports: {
  readonly reportDatabase: Pick<ReportDatabase, 'read'>;
}): { readonly handlers: Handlers<typeof billOperations> } {
  const readReceipts = createReadReceipts(ports.reportDatabase);
  return { handlers: createBillHandlers({ readReceipts }) };
}
