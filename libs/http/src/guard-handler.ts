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

/**
 * Wraps the app of a service behind the edge: a request that the process has no room for
 * is answered with 503 before any work is done and before its body is read. The body is
 * discarded as it arrives, so that its connection stays usable.
 */
export function guardHandler(
  handler: RequestListener,
  { bodies, loadGuard, uploads }: GuardHandlerOptions,
): RequestListener {
  return (request, response) => {
    const budget = isForm(request) ? uploads : bodies;
    if (!loadGuard.admits()) send(loadGuard.refuse(), request, response);
    else if (!budget.admits(request, response)) send(loadGuard.refuseBody(), request, response);
    else handler(request, response);
  };
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

function send(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[requestIdHeader];
  sendError(error, request.url ?? '', response, typeof given === 'string' ? given : '');
}
