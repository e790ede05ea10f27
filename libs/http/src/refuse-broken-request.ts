import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, renderErrorBody, renderErrorHeaders } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import { sendError } from './error-handler';
import { isSilent } from './open-connections';
import { requestIdHeader } from './request-id';

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

export interface BrokenRequestOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly logger: Logger;
}

/** What the parser gives up with. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/**
 * Answers what the HTTP parser refused (ambiguous lengths, broken chunks, folded headers, slow
 * headers) and closes: after such bytes nothing on the connection can be trusted. `running` is
 * the unfinished answer on this connection, if there is one.
 */
export function refuseBrokenRequest(
  error: ParserError,
  socket: Duplex,
  { headers, logger, running }: BrokenRequestOptions & { running?: ServerResponse | undefined },
): void {
  // An answer now would be read as the rest, or the whole, of the unfinished one.
  const isTaken = running !== undefined && (running.headersSent || running.req.complete);
  // A first request that is on its way would take an answer to nothing for its own.
  if (error.code === 'ECONNRESET' || !socket.writable || isTaken || isSilent(socket)) {
    socket.destroy();
    return;
  }
  const [status, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request'];
  const requestId = getGivenId(running) ?? makeId('request');
  const path = running?.req.url ?? readPath(error.rawPacket);
  const refusal = new AppError('bad_request', { status, message });
  const body = JSON.stringify(renderErrorBody(refusal, path, requestId));
  logger.info('broken request refused', { requestId, status, reason: error.code });
  const head = {
    ...headers,
    ...renderErrorHeaders(refusal),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${message}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** The same for a request that was parsed but cannot be trusted. */
export function refuseFrame(
  fault: string,
  request: IncomingMessage,
  response: ServerResponse,
  { headers = {}, logger }: BrokenRequestOptions,
): void {
  const requestId = makeId('request');
  logger.info('broken request refused', { requestId, status: 400, reason: fault });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Request-Id', requestId);
  refuseAndClose(400, 'Bad Request', request, response);
}

/** A body that comes too slowly: its handler has the request already, and finds it closed. */
export function refuseSlowBody(response: ServerResponse): void {
  const request = response.req;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A proxy of the body would wait for its end: an abort is the only signal that it gets.
  response.once('finish', () => request.destroy(new ConnectionCutError()));
  refuseAndClose(408, 'The request body came too slowly', request, response);
}

class ConnectionCutError extends Error {
  readonly code = 'ECONNRESET';
}

function refuseAndClose(
  status: number,
  message: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const error = new AppError('bad_request', { status, message, headers: { connection: 'close' } });
  sendError(error, request.url ?? '', response, getGivenId(response) ?? '');
}

function getGivenId(response: ServerResponse | undefined): string | undefined {
  const given = response?.getHeader(requestIdHeader);
  return typeof given === 'string' ? given : undefined;
}

const headBytesSearched = 4_096;
const requestLine = /^\s*[A-Za-z]+ (\/\S*)/;

/** The envelope is the one of the path, as far as there was one. */
function readPath(packet: Buffer | undefined): string {
  return requestLine.exec(packet?.toString('latin1', 0, headBytesSearched) ?? '')?.[1] ?? '';
}
