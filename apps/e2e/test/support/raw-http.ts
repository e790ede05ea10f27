import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Gateway } from './gateway';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  /** Whether the server closed the connection within the wait. */
  readonly isClosed: boolean;
}

/** Sends these very bytes and collects what comes back until the server closes. */
export function sendRaw(gateway: Gateway, bytes: string, waitMs = 3_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    const finish = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const [headers = '', ...body] = text.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0);
      resolve({ status, headers, body: body.join('\r\n\r\n'), isClosed });
    };
    const timer = setTimeout(() => finish(false), waitMs);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('end', () => finish(true)).on('error', reject);
    socket.write(bytes);
  });
}

/** A POST whose length is not declared; the answer may come before everything was sent. */
export function postChunked(
  gateway: Gateway,
  path: string,
  options: { readonly bearer: string; readonly bytes: number },
): Promise<{ readonly status: number; readonly body: string; readonly requestId: string }> {
  return new Promise((resolve, reject) => {
    const { bearer, bytes } = options;
    const request = httpRequest({
      port: gateway.port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    });
    request.on('response', (response) => {
      const requestId = String(response.headers['x-request-id']);
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, requestId }));
    });
    request.on('error', reject);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < bytes; sent += piece.length) {
      request.write(piece.subarray(0, Math.min(piece.length, bytes - sent)));
    }
    request.end();
  });
}
