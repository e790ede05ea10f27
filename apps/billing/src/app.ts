import express, { type Express } from 'express';
import { assignRequestId, createErrorHandler, notFoundHandler } from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { createAdminGrantsRouter, type AdminGrantsOptions } from './routes/admin-grants.route';
import { createCreditsRoute } from './routes/credits.route';
import { createGenerationRoute, type GenerationOptions } from './routes/generation.route';
import type { GetCredits } from './use-cases/get-credits';

export interface AppOptions extends GenerationOptions, AdminGrantsOptions {
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
  app.use('/api/admin/credits/grants', createAdminGrantsRouter(options));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
