import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppError } from '@tollgate/errors';
import type { BodyBudget } from './body-budget';
import { sendError } from './error-handler';
import type { LoadGuard } from './load-guard';
import { requestIdHeader } from './request-id';

export interface GuardHandlerOptions {
  readonly loadGuard: Pick<LoadGuard, 'admits' | 'refuse' | 'refuseBody'>;
  readonly bodies: BodyBudget;
  /** Of forms, which keep their files on disk. */
  readonly uploads: BodyBudget;
}

/** The handler of requests from other processes, and of those that the edge of this one has. */
export interface GuardedHandlers {
  readonly handler: RequestListener;
  readonly localHandler: RequestListener;
}

/**
 * Wraps the app of a service behind the edge: a request that the process has no room for
 * is answered with 503 before any work is done and before its body is read. The body is
 * discarded as it arrives, so that its connection stays usable. An edge in the same process has
 * judged the load already: there only the room for the body is left to check.
 */
export function guardHandler(
  handler: RequestListener,
  { bodies, loadGuard, uploads }: GuardHandlerOptions,
): GuardedHandlers {
  const localHandler: RequestListener = (request, response) => {
    const budget = isForm(request) ? uploads : bodies;
    if (budget.admits(request, response)) handler(request, response);
    else send(loadGuard.refuseBody(), request, response);
  };
  return {
    localHandler,
    handler: (request, response) => {
      if (loadGuard.admits()) localHandler(request, response);
      else send(loadGuard.refuse(), request, response);
    },
  };
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

function send(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[requestIdHeader];
  sendError(error, request.url ?? '', response, typeof given === 'string' ? given : '');
}
