import type { RequestHandler } from 'express';
import type { AuthorizeRequest, Grant } from '../use-cases/authorize-request';
import type { LimitRate } from '../use-cases/limit-rate';
import { getContext, getRoute } from './request-context';

/** Finds out who calls and whether they may. */
export function authorizeCaller(authorize: AuthorizeRequest): RequestHandler {
  return (request, response, next) => {
    const context = getContext(response);
    const { clientIp, requestId } = context;
    const pass = (grant: Grant): void => {
      context.grant = grant;
      next();
    };
    const grant = authorize({ request, route: getRoute(context), clientIp, requestId });
    // A promise only for somebody who was not known yet.
    return grant instanceof Promise ? grant.then(pass) : pass(grant);
  };
}

/** Counts the call against its limit: the only round trip a known caller costs. */
export function limitCallRate(limitRate: LimitRate): RequestHandler {
  return async (_request, response, next) => {
    const context = getContext(response);
    if (context.grant === undefined) throw new Error('the request was not authorized');
    context.rate = await limitRate(getRoute(context), context.grant, context.clientIp);
    next();
  };
}
