import type { RequestHandler } from 'express';
import type { LoadGuard } from '@tollgate/http';
import { getContext } from './request-context';

/** Whoever watches the process must see it just now. */
const probePaths = new Set(['/healthz', '/readyz']);

/** Says no before anything is done for a request that the process has no room for. */
export function shedLoad(guard: Pick<LoadGuard, 'admits' | 'refuse'>): RequestHandler {
  return (_request, response, next) => {
    if (guard.admits()) {
      next();
      return;
    }
    const context = getContext(response);
    if (!probePaths.has(context.path.path)) {
      context.isShed = true;
      throw guard.refuse();
    }
    next();
  };
}
