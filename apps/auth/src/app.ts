import express, { type Express, type RequestHandler } from 'express';
import { assignRequestId, createErrorHandler, notFoundHandler } from '@tollgate/http';
import { requireIdentity, type IdentityVerifier, type SessionCookie } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import {
  createKeyRoute,
  deleteKeyRoute,
  listKeysRoute,
  updateKeyRoute,
} from './routes/account-keys.route';
import { getAccountRoute } from './routes/account.route';
import { getBreakerRoute, updateBreakerRoute } from './routes/circuit-breaker.route';
import { currentKeyRoute } from './routes/current-key.route';
import { renderCurrentKey, renderCurrentKeyBriefly } from './routes/render-key';
import { getSessionRoute, logOutRoute } from './routes/session.route';
import { logInRoute, signUpRoute } from './routes/sign-in.route';
import type { CreateKey } from './use-cases/create-key';
import type { DeleteKey } from './use-cases/delete-key';
import type { GetAccount } from './use-cases/get-account';
import type { GetBreaker } from './use-cases/get-breaker';
import type { GetCurrentKey } from './use-cases/get-current-key';
import type { GetSession } from './use-cases/get-session';
import type { ListKeys } from './use-cases/list-keys';
import type { LogIn } from './use-cases/log-in';
import type { LogOut } from './use-cases/log-out';
import type { SignUp } from './use-cases/sign-up';
import type { UpdateBreaker } from './use-cases/update-breaker';
import type { UpdateKey } from './use-cases/update-key';

export interface AppOptions {
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  readonly cookie: SessionCookie;
  readonly signUp: SignUp;
  readonly logIn: LogIn;
  readonly logOut: LogOut;
  readonly getSession: GetSession;
  readonly getAccount: GetAccount;
  readonly getBreaker: GetBreaker;
  readonly updateBreaker: UpdateBreaker;
  readonly listKeys: ListKeys;
  readonly createKey: CreateKey;
  readonly updateKey: UpdateKey;
  readonly deleteKey: DeleteKey;
  readonly getCurrentKey: GetCurrentKey;
}

/** Every answer here is about one person. */
const forbidCaching: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('vary', 'Authorization, Cookie');
  next();
};

export function createApp(options: AppOptions): Express {
  const { cookie } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidCaching);
  app.use(requireIdentity(options.verifier));

  app.post('/api/auth/signup', signUpRoute(options.signUp, { cookie }));
  app.post('/api/auth/login', logInRoute(options.logIn, { cookie }));
  app.post('/api/auth/logout', logOutRoute(options.logOut, cookie));
  app.get('/api/auth/session', getSessionRoute(options.getSession, cookie));
  app.get('/api/account', getAccountRoute(options.getAccount));
  app.get('/api/account/keys', listKeysRoute(options.listKeys));
  app.post('/api/account/keys', createKeyRoute(options.createKey));
  app.patch('/api/account/keys/:id', updateKeyRoute(options.updateKey));
  app.delete('/api/account/keys/:id', deleteKeyRoute(options.deleteKey));
  app.get('/api/account/circuit-breaker', getBreakerRoute(options.getBreaker));
  app.patch(
    '/api/account/circuit-breaker',
    updateBreakerRoute(options.updateBreaker, options.getBreaker),
  );
  app.get('/v1/key', currentKeyRoute(options.getCurrentKey, renderCurrentKey));
  app.get('/v1/auth/key', currentKeyRoute(options.getCurrentKey, renderCurrentKeyBriefly));

  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
