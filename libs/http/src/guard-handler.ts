import type { RequestListener } from 'node:http';
import type { BodyBudget } from './body-budget';
import { sendError } from './error-handler';
import type { LoadGuard } from './load-guard';
import { requestIdHeader } from './request-id';

export interface GuardHandlerOptions {
  readonly loadGuard: Pick<LoadGuard, 'admits' | 'refuse'>;
  readonly bodies: BodyBudget;
}

/**
 * Stands before the app of a service behind the edge: a request that the process has no room for
 * is answered with 503 before anything is done for it, and before its body is read. The body is
 * thrown away as it comes, so that its connection stays usable.
 */
export function guardHandler(
  handler: RequestListener,
  { bodies, loadGuard }: GuardHandlerOptions,
): RequestListener {
  return (request, response) => {
    if (loadGuard.admits() && bodies.admits(request, response)) {
      handler(request, response);
      return;
    }
    const given = request.headers[requestIdHeader];
    const requestId = typeof given === 'string' ? given : '';
    sendError(loadGuard.refuse(), request.url ?? '', response, requestId);
  };
}
