import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  forbidCaching,
  mountOperations,
  notFoundHandler,
} from '@tollgate/http';
import { requireIdentity, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { createAccountHandlers, type AccountHandlersOptions } from './routes/account-handlers';
import {
  createInstitutionHandlers,
  type InstitutionHandlersOptions,
} from './routes/institution-handlers';
import { createKeyHandlers, type KeyHandlersOptions } from './routes/key-handlers';
import {
  createOperatorTokenHandlers,
  type OperatorTokenHandlersOptions,
} from './routes/operator-tokens.route';
import { operations } from './routes/operations';

export interface AppOptions {
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  readonly accounts: AccountHandlersOptions;
  readonly keys: KeyHandlersOptions;
  readonly institutions: InstitutionHandlersOptions;
  readonly operatorTokens: OperatorTokenHandlersOptions;
}

export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidCaching);
  app.use(requireIdentity(options.verifier));

  mountOperations(app, operations, {
    ...createKeyHandlers(options.keys),
    ...createAccountHandlers(options.accounts),
    ...createInstitutionHandlers(options.institutions),
    ...createOperatorTokenHandlers(options.operatorTokens),
  });

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
