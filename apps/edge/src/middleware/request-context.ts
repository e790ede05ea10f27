import type { Response } from 'express';
import type { AppError } from '@tollgate/errors';
import type { Span } from '@tollgate/tracing';
import type { RequestPath } from '../domain/request-path';
import type { Route } from '../domain/route';
import type { Grant } from '../use-cases/authorize-request';
import type { Attempt } from '../use-cases/balancer';
import type { RateState } from '../use-cases/limit-rate';

/** The state of one request; each middleware adds its part. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly span: Span;
  path: RequestPath;
  readonly clientIp: string;
  route?: Route;
  grant?: Grant;
  /** Whether the caller may still use the route; of live routes only. */
  reauthorize?: () => Grant | Promise<Grant>;
  rate?: RateState | undefined;
  /** Only where the owner of the route has several instances. */
  attempt?: Attempt;
  /** Why the edge refused or gave up, for the summary line. */
  failure?: AppError;
  /** There was no room for it; many of these come at once. */
  isShed?: true;
  /** A body without a declared length turned out to be too long. */
  isBodyTooLarge?: true;
}

const key = 'edge';

export function setContext(response: Response, context: RequestContext): void {
  response.locals[key] = context;
}

export function getContext(response: Response): RequestContext {
  return response.locals[key] as RequestContext;
}

/** For middleware that runs only after a route was found. */
export function getRoute(context: RequestContext): Route {
  if (context.route === undefined) throw new Error('the request has no route yet');
  return context.route;
}
