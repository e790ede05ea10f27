import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, renderErrorBody, renderErrorHeaders } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { getRequestId } from './request-id';
import { readRoutePath } from './trace-requests';

/** The last middleware of every service: any thrown value becomes one log line and one answer. */
export function createErrorHandler(options: { readonly logger: Logger }): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (caught: unknown, request, response, _next) => {
    const error = toAppError(caught);
    logFailure(options.logger, error, request, response);
    if (response.headersSent) response.destroy();
    else sendError(error, request.originalUrl, response, getRequestId(response));
  };
}

/** Writes the error in the envelope of its path. Headers must not be sent yet. */
export function sendError(
  error: AppError,
  path: string,
  response: Pick<ServerResponse, 'writeHead' | 'end'>,
  requestId: string,
): void {
  const body = JSON.stringify(renderErrorBody(error, path, requestId));
  response.writeHead(error.status, {
    ...renderErrorHeaders(error),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Express's own complaints (a path that cannot be decoded) carry a 4xx status: client faults. */
function toAppError(caught: unknown): AppError {
  const status: unknown = caught instanceof Error && 'status' in caught ? caught.status : undefined;
  const isClientFault = typeof status === 'number' && status >= 400 && status < 500;
  if (isClientFault && !AppError.is(caught)) return new AppError('bad_request', { cause: caught });
  return AppError.from(caught);
}

function logFailure(logger: Logger, error: AppError, request: Request, response: Response): void {
  const fields = {
    requestId: getRequestId(response),
    method: request.method,
    route: readRoutePath(request),
    status: error.status,
    reason: error.reason,
  };
  if (error.status >= 500) logger.error('request failed', { ...fields, error });
  else logger.info('request refused', { ...fields, param: error.param, ...explainSignIn(error) });
}

/**
 * Why an identity was refused: a wrong clock, another secret, a header that was used before. Causes
 * of other refusals may quote the body of a request.
 */
function explainSignIn({ cause, reason }: AppError): { readonly cause?: string } {
  return reason === 'unauthenticated' && cause instanceof Error ? { cause: cause.message } : {};
}
