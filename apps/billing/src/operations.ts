import { defineOperations } from '@tollgate/http';
import { alertOperations } from './alerts/alerts.operations';
import { autoTopupOperations } from './auto-top-ups/auto-topups.operations';
import { billOperations } from './bills/bills.operations';
import { brakeOperations } from './brake/brake.operations';
import { cachingOperations } from './caching/caching.operations';
import { callOperations } from './calls/calls.operations';
import { generationOperations } from './generations/generation.operations';
import { grantOperations } from './grants/grants.operations';
import { invoiceOperations } from './invoices/invoices.operations';
import { liveOperations } from './live/live.operations';
import { overviewOperations } from './reports/overview.operations';
import { platformUsageOperations } from './reports/platform-usage.operations';
import { reportOperations } from './reports/reports.operations';
import { seriesOperations } from './series/series.operations';
import { statementOperations } from './statements/statements.operations';
import { adminTopupOperations } from './top-ups/admin-top-ups.operations';
import { paymentOperations } from './top-ups/top-ups.operations';
import { verificationOperations } from './verify/verification.operations';
import { creditOperations } from './wallets/credits.operations';

/** Every public route of billing. */
export const operations = defineOperations({
  ...creditOperations,
  ...generationOperations,
  ...reportOperations,
  ...statementOperations,
  ...callOperations,
  ...seriesOperations,
  ...cachingOperations,
  ...liveOperations,
  ...paymentOperations,
  ...autoTopupOperations,
  ...invoiceOperations,
  ...overviewOperations,
  ...grantOperations,
  ...alertOperations,
  ...adminTopupOperations,
  ...brakeOperations,
  ...platformUsageOperations,
  ...billOperations,
  ...verificationOperations,
});
