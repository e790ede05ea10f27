import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, renderErrorBody, renderErrorHeaders } from '@tollgate/errors';
import { sendError } from '@tollgate/http';
import { getContext } from './request-context';

/** The rest of a small body is read and thrown away, and the connection stays usable. */
const smallBodyBytes = 1024 * 1024;
const lingerMs = 1_000;
const lingerBytesMax = 32 * 1024 * 1024;

/** The last middleware: whatever was thrown becomes an answer in the envelope of its path. */
export const answerCaught: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  answerError(AppError.from(caught), request, response);
};

export function answerError(error: AppError, request: Request, response: Response): void {
  const context = getContext(response);
  context.failure = error;
  if (response.headersSent || response.destroyed) {
    response.destroy();
  } else if (isBodyOutstanding(request)) {
    answerAndLinger(error, request, response);
  } else {
    sendError(error, context.path.path, response, context.requestId);
  }
}

function isBodyOutstanding(request: Request): boolean {
  if (request.complete) return false;
  if (request.headers['transfer-encoding'] !== undefined) return true;
  return Number(request.headers['content-length'] ?? 0) > smallBodyBytes;
}

/**
 * A client that is still sending would see its connection reset and never read the answer. So the
 * answer is written at once, complete by its length, while what still comes is thrown away for a
 * moment; then the connection is closed.
 */
function answerAndLinger(error: AppError, request: Request, response: Response): void {
  const { path, requestId } = getContext(response);
  const body = JSON.stringify(renderErrorBody(error, path.path, requestId));
  response.writeHead(error.status, {
    ...renderErrorHeaders(error),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.write(body);

  let bytes = 0;
  const timer = setTimeout(close, lingerMs);
  function close(): void {
    clearTimeout(timer);
    request.off('data', discard);
    response.end();
  }
  function discard(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes > lingerBytesMax) close();
  }
  request.unpipe();
  request.once('end', close).once('close', close).on('data', discard).resume();
}
