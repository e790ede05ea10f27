import type { ServerResponse } from 'node:http';
import type { ErrorAnswer } from '../domain/protocol';

export function sendErrorAnswer(
  response: ServerResponse,
  { status, headers, body }: ErrorAnswer,
): void {
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
