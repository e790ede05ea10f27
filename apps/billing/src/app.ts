import express, { type Express } from 'express';
import { assignRequestId, createErrorHandler, notFoundHandler } from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { createAdminGrantsRouter, type AdminGrantsOptions } from './routes/admin-grants.route';
import { createCreditsRoute } from './routes/credits.route';
import { createGenerationRoute, type GenerationOptions } from './routes/generation.route';
import { createInsightsRoute } from './routes/insights.route';
import { createLedgerRoute } from './routes/ledger.route';
import { createUsageRoute } from './routes/usage.route';
import type { GetCredits } from './use-cases/get-credits';
import type { ReportRoutes } from './wire-reports';

export interface AppOptions extends GenerationOptions, AdminGrantsOptions, ReportRoutes {
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
  app.use('/api/admin/credits/grants', createAdminGrantsRouter(options));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
