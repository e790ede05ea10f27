import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  forbidCaching,
  type Handlers,
  mountOperations,
  notFoundHandler,
  type Operations,
  traceRequests,
} from '@tollgate/http';
import type { Logger } from '@tollgate/observability';
import { noTracer, type Tracer } from '@tollgate/tracing';
import type { IdentityVerifier } from './identity-verifier';
import { requireOperator } from './operator';
import { requireIdentity } from './require-identity';

export interface ServiceAppOptions<T extends Operations> {
  readonly operations: T;
  readonly handlers: Handlers<T>;
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** The HTTP app of a service behind the edge: signed callers only, operators for `/api/admin`. */
export function createServiceApp<T extends Operations>(options: ServiceAppOptions<T>): Express {
  const { handlers, logger, operations, tracer = noTracer, verifier } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  traceRequests(app, tracer);
  app.use(forbidCaching);
  app.use(requireIdentity(verifier));
  app.use('/api/admin', requireOperator);
  mountOperations(app, operations, handlers);
  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger }));
  return app;
}
