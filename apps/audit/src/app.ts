import express, { type Express, type RequestHandler } from 'express';
import { assignRequestId, createErrorHandler, notFoundHandler } from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { auditLogRoute } from './routes/audit-log.route';
import type { ListEntries } from './use-cases/list-entries';

export interface AppOptions {
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  readonly listEntries: ListEntries;
}

const forbidCaching: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('vary', 'Authorization, Cookie');
  next();
};

export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidCaching);
  app.use(requireIdentity(options.verifier));

  app.get('/api/admin/audit-log', auditLogRoute(options.listEntries));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
