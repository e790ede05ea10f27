import type { RequestHandler } from 'express';
import type { LoadGuard } from '@tollgate/http';
import { getContext } from './request-context';

/** Probes are answered under load, too. */
const probePaths = new Set(['/healthz', '/readyz']);

/** Refuses requests first of all while the process is overloaded. */
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
