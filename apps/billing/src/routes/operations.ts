import { defineOperations } from '@tollgate/http';
import { invoiceOperations } from './invoices.operations';
import { operatorOperations } from './operator.operations';
import { paymentOperations } from './payments.operations';
import { platformUsageOperations } from './platform-usage.operations';
import { reportOperations } from './reports.operations';

/** Every public route of billing. */
export const operations = defineOperations({
  ...reportOperations,
  ...paymentOperations,
  ...invoiceOperations,
  ...operatorOperations,
  ...platformUsageOperations,
});
