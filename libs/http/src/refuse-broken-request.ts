import type { Duplex } from 'node:stream';
import { makeId } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

export interface BrokenRequestOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly logger: Logger;
}

/**
 * Answers what the HTTP parser refused (ambiguous lengths, broken chunks, folded headers, slow
 * headers) and closes: after such bytes nothing on the connection can be trusted.
 */
export function refuseBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { headers, logger }: BrokenRequestOptions,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] = reasons[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({
    error: { message: text, type: 'invalid_request_error', code: status },
  });
  const requestId = makeId('request');
  logger.info('broken request refused', { requestId, status, reason: error.code });
  const head = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
