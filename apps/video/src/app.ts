import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  forbidCaching,
  mountOperations,
  notFoundHandler,
  traceRequests,
} from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { noTracer, type Tracer } from '@tollgate/tracing';
import { createHandlers, type HandlersOptions } from './routes/handlers';
import { operations } from './routes/operations';

export interface AppOptions {
  readonly logger: Logger;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  readonly verifier: IdentityVerifier;
  readonly handlers: HandlersOptions;
}

export function createApp({ handlers, logger, tracer = noTracer, verifier }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  traceRequests(app, tracer);
  app.use(forbidCaching);
  app.use(requireIdentity(verifier));

  mountOperations(app, operations, createHandlers(handlers));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger }));
  return app;
}
