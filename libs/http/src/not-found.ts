import type { Request } from 'express';
import { AppError } from '@tollgate/errors';

const shownPathMax = 200;

/** The error of an unknown path; the path is shown without its query. */
export function makeNoRouteError(method: string, url: string): AppError {
  const [path = ''] = url.split('?');
  return new AppError('not_found', {
    message: `No route for ${method} ${path.slice(0, shownPathMax)}`,
  });
}

/** The middleware after the last route. */
export function notFoundHandler(request: Request): never {
  throw makeNoRouteError(request.method, request.originalUrl);
}
