import type { Duplex } from 'node:stream';
import { makeId } from '@tollgate/ids';

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers what the HTTP parser refused (ambiguous lengths, broken chunks, folded headers, slow
 * headers) and closes: after such bytes nothing on the connection can be trusted.
 */
export function refuseBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Readonly<Record<string, string>> = {},
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
