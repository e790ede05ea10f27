import express, { type Express, type RequestHandler } from 'express';
import type { LoadGuard } from '@tollgate/http';
import { getSessionCookie } from '@tollgate/identity';
import type { Console } from './domain/console';
import type { Hosts } from './domain/host-rules';
import type { RouteMatcher } from './domain/route-matcher';
import { authorizeCaller, limitCallRate } from './middleware/admit-request';
import { answerCaught } from './middleware/answer-error';
import { answerOwn } from './middleware/answer-own';
import { beginRequest, type BeginRequestOptions } from './middleware/begin-request';
import { checkHost } from './middleware/check-host';
import { compressReads } from './middleware/compress-reads';
import { answerPreflight } from './middleware/cors';
import { limitBody } from './middleware/limit-body';
import { noteRefusal, type NoteRefusalOptions } from './middleware/note-refusal';
import { passToOwner, type PassToOwnerOptions } from './middleware/pass-to-owner';
import { routeRequest } from './middleware/route-request';
import { serveConsole } from './middleware/serve-console';
import { shedLoad } from './middleware/shed-load';
import { createOwnHandlers, type OwnRouteOptions } from './routes/own.route';
import type { AuthorizeRequest } from './use-cases/authorize-request';
import type { Brake } from './use-cases/brake';
import type { LimitRate } from './use-cases/limit-rate';

export interface AppOptions
  extends BeginRequestOptions, NoteRefusalOptions, OwnRouteOptions, PassToOwnerOptions {
  readonly matchRoute: RouteMatcher;
  readonly authorize: AuthorizeRequest;
  readonly brake: Pick<Brake, 'apply'>;
  readonly limitRate: LimitRate;
  readonly loadGuard: Pick<LoadGuard, 'admits' | 'refuse'>;
  /** Undefined: every host answers everything. */
  readonly strictHosts: Hosts | undefined;
  /** Undefined where the console was not built. */
  readonly console: Console | undefined;
}

function listConsoleSteps({ console, serviceSlug, siteUrl }: AppOptions): RequestHandler[] {
  if (console === undefined) return [];
  const { name: sessionCookie } = getSessionCookie(serviceSlug, siteUrl);
  return [serveConsole({ console, siteUrl, sessionCookie })];
}

/** Every request takes these steps in this order; the first that refuses it answers. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);

  app.use([
    beginRequest(options),
    shedLoad(options.loadGuard),
    ...(options.strictHosts === undefined ? [] : [checkHost(options.strictHosts)]),
    answerPreflight,
    ...listConsoleSteps(options),
    routeRequest(options.matchRoute),
    limitBody,
    authorizeCaller(options.authorize),
    limitCallRate(options.brake, options.limitRate),
    compressReads,
    passToOwner(options),
    answerOwn(createOwnHandlers(options)),
  ]);
  app.use([noteRefusal(options), answerCaught]);
  return app;
}
