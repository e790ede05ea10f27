import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  forbidCaching,
  mountOperations,
  notFoundHandler,
} from '@tollgate/http';
import { requireIdentity, requireOperator, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { createSetChannelRoute } from './routes/admin-channels.route';
import { createGrantRoute, createListGrantsRoute } from './routes/admin-grants.route';
import { createDecisionRoute, createListAllTopupsRoute } from './routes/admin-topups.route';
import { createGetBrakeRoute, createSetBrakeRoute, type BrakeOptions } from './routes/brake.route';
import { createChannelsRoute } from './routes/channels.route';
import { createCreditsRoute } from './routes/credits.route';
import { createGenerationRoute, type GenerationOptions } from './routes/generation.route';
import { createInsightsRoute } from './routes/insights.route';
import { createInvoiceHandlers, type InvoicesOptions } from './routes/invoices.route';
import { createLedgerRoute } from './routes/ledger.route';
import { operations } from './routes/operations';
import { createOverviewRoute } from './routes/overview.route';
import { createPlatformUsageRoute } from './routes/platform-usage.route';
import { createTopupHandlers } from './routes/topups.route';
import {
  createLiftSuspensionRoute,
  createListSuspensionsRoute,
} from './routes/topup-suspensions.route';
import { createUsageRoute } from './routes/usage.route';
import { createWebhooksRoute } from './routes/webhooks.route';
import type { GetCredits } from './use-cases/get-credits';
import type { GetOverview } from './use-cases/get-overview';
import type { MoneyInRoutes } from './wire-money-in';
import type { ReportRoutes } from './wire-reports';

export interface AppOptions
  extends BrakeOptions, GenerationOptions, InvoicesOptions, MoneyInRoutes, ReportRoutes {
  readonly getCredits: GetCredits;
  readonly getOverview: GetOverview;
  readonly verifier: IdentityVerifier;
  readonly logger: Logger;
}

/** Every middleware and route of billing, in order. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidCaching);
  app.use(requireIdentity(options.verifier));

  app.use('/api/admin', requireOperator);
  mountOperations(app, operations, {
    'GET /v1/credits': createCreditsRoute(options.getCredits),
    'GET /v1/generation': createGenerationRoute(options),
    'GET /v1/usage': createUsageRoute(options),
    'GET /v1/insights': createInsightsRoute(options),
    'GET /api/billing/ledger': createLedgerRoute(options),
    'GET /api/billing/channels': createChannelsRoute(options.listOpenChannels),
    ...createTopupHandlers(options),
    ...createInvoiceHandlers(options),
    'POST /api/billing/webhooks/{provider}': createWebhooksRoute(options),
    'GET /api/admin/overview': createOverviewRoute(options.getOverview),
    'GET /api/admin/usage': createPlatformUsageRoute(options),
    'GET /api/admin/brake': createGetBrakeRoute(options),
    'PUT /api/admin/brake': createSetBrakeRoute(options),
    'GET /api/admin/credits/grants': createListGrantsRoute(options),
    'POST /api/admin/credits/grants': createGrantRoute(options),
    'GET /api/admin/topups': createListAllTopupsRoute(options),
    'POST /api/admin/topups/{id}/confirm': createDecisionRoute(options, (decision) =>
      options.decideTopup({ ...decision, decision: 'confirm' }),
    ),
    'POST /api/admin/topups/{id}/reject': createDecisionRoute(options, (decision) =>
      options.decideTopup({ ...decision, decision: 'reject' }),
    ),
    'POST /api/admin/topups/{id}/refund': createDecisionRoute(options, options.refundTopup),
    'GET /api/admin/topup-suspensions': createListSuspensionsRoute(options),
    'POST /api/admin/topup-suspensions/{id}/lift': createLiftSuspensionRoute(options),
    'PUT /api/admin/channels/{id}': createSetChannelRoute(options),
  });

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
