import express, { type Express } from 'express';
import { assignRequestId, createErrorHandler, notFoundHandler } from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { createAdminChannelsRouter } from './routes/admin-channels.route';
import { createAdminGrantsRouter } from './routes/admin-grants.route';
import { createAdminTopupsRouter } from './routes/admin-topups.route';
import { createBrakeRouter, type BrakeOptions } from './routes/brake.route';
import { createChannelsRoute } from './routes/channels.route';
import { createCreditsRoute } from './routes/credits.route';
import { createGenerationRoute, type GenerationOptions } from './routes/generation.route';
import { createInsightsRoute } from './routes/insights.route';
import { createLedgerRoute } from './routes/ledger.route';
import { createTopupsRouter } from './routes/topups.route';
import { createUsageRoute } from './routes/usage.route';
import { createWebhooksRoute } from './routes/webhooks.route';
import type { GetCredits } from './use-cases/get-credits';
import type { MoneyInRoutes } from './wire-money-in';
import type { ReportRoutes } from './wire-reports';

export interface AppOptions extends BrakeOptions, GenerationOptions, MoneyInRoutes, ReportRoutes {
  readonly getCredits: GetCredits;
  readonly verifier: IdentityVerifier;
  readonly logger: Logger;
}

/** Every middleware and route of billing, in order. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(requireIdentity(options.verifier));

  app.get('/v1/credits', createCreditsRoute(options.getCredits));
  app.get('/v1/generation', createGenerationRoute(options));
  app.get('/v1/usage', createUsageRoute(options));
  app.get('/v1/insights', createInsightsRoute(options));
  app.get('/api/billing/ledger', createLedgerRoute(options));
  app.get('/api/billing/channels', createChannelsRoute(options.listOpenChannels));
  app.use('/api/billing/topups', createTopupsRouter(options));
  app.post('/api/billing/webhooks/:provider', createWebhooksRoute(options));
  app.use('/api/admin/brake', createBrakeRouter(options));
  app.use('/api/admin/credits/grants', createAdminGrantsRouter(options));
  app.use('/api/admin/topups', createAdminTopupsRouter(options));
  app.use('/api/admin/channels', createAdminChannelsRouter(options));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
