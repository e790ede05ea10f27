import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { makeNoRouteError } from '@tollgate/http';
import { joinLastSegments } from '../domain/request-path';
import type { RouteMatcher } from '../domain/route-matcher';
import { getContext } from './request-context';

/** 404 and 405 come before authentication. */
export function routeRequest(matchRoute: RouteMatcher): RequestHandler {
  return (request, response, next) => {
    const context = getContext(response);
    const found = matchRoute(context.path.path);
    if (found === undefined) throw makeNoRouteError(request.method, request.url);
    const route = found.byMethod.get(request.method);
    if (route === undefined) {
      throw new AppError('method_not_allowed', { headers: { allow: found.allow } });
    }
    context.route = route;
    if (route.takesMoreSegments) context.path = joinLastSegments(context.path, route.path);
    next();
  };
}
