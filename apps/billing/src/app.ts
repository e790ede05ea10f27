import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  forbidCaching,
  mountOperations,
  notFoundHandler,
  type Handlers,
} from '@tollgate/http';
import { requireIdentity, requireOperator, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { operations } from './operations';

export interface AppOptions {
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  readonly handlers: Handlers<typeof operations>;
}

export function createApp({ handlers, logger, verifier }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidCaching);
  app.use(requireIdentity(verifier));
  app.use('/api/admin', requireOperator);

  mountOperations(app, operations, handlers);

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger }));
  return app;
}
