import { defineOperations } from '@tollgate/http';
import { brakeOperations } from './brake/brake.operations';
import { generationOperations } from './generations/generation.operations';
import { grantOperations } from './grants/grants.operations';
import { invoiceOperations } from './invoices/invoices.operations';
import { overviewOperations } from './reports/overview.operations';
import { platformUsageOperations } from './reports/platform-usage.operations';
import { reportOperations } from './reports/reports.operations';
import { adminTopupOperations } from './top-ups/admin-top-ups.operations';
import { paymentOperations } from './top-ups/top-ups.operations';
import { creditOperations } from './wallets/credits.operations';

/** Every public route of billing. */
export const operations = defineOperations({
  ...creditOperations,
  ...generationOperations,
  ...reportOperations,
  ...paymentOperations,
  ...invoiceOperations,
  ...overviewOperations,
  ...grantOperations,
  ...adminTopupOperations,
  ...brakeOperations,
  ...platformUsageOperations,
});
