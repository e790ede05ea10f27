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
import type { MembershipSource } from '@tollgate/org-access';
import { noTracer, type Tracer } from '@tollgate/tracing';
import { createAuditLogHandlers } from './routes/audit-log.route';
import { operations } from './routes/operations';
import { createRefusalHandlers } from './routes/refusals.route';
import type { ListEntries } from './use-cases/list-entries';
import type { ViewRefusals } from './use-cases/view-refusals';

export interface AppOptions {
  readonly logger: Logger;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  readonly verifier: IdentityVerifier;
  readonly listEntries: ListEntries;
  readonly memberships: MembershipSource;
  readonly viewRefusals: ViewRefusals;
}

export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  traceRequests(app, options.tracer ?? noTracer);
  app.use(forbidCaching);
  app.use(requireIdentity(options.verifier));

  mountOperations(app, operations, {
    ...createAuditLogHandlers(options),
    ...createRefusalHandlers(options.viewRefusals),
  });

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
