import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import tls from 'node:tls';
import { makeCertificate } from '@tollgate/testing';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** A receiver of webhooks on a port that jobs may name. */
export interface WebhookReceiver {
  readonly calls: ReceivedCall[];
  /** Statuses of the next calls; 200 when the list is empty. `flood` never ends. */
  readonly answers: (number | 'flood' | { readonly location: string })[];
  /** What a flood wrote, and whether its connection was closed. */
  readonly flood: { writtenBytes: number; isClosed: boolean };
  readonly stop: () => Promise<void>;
}

const port = 8443;
const pieceBytes = 64 * 1024;

/** Writes as fast as the client reads, until it closes the connection. */
function pour(response: ServerResponse, flood: WebhookReceiver['flood']): void {
  response.once('close', () => (flood.isClosed = true));
  response.writeHead(200);
  const write = (): void => {
    if (flood.isClosed) return;
    flood.writtenBytes += pieceBytes;
    // In the next turn even without a full buffer: the client shares this process.
    if (response.write(Buffer.alloc(pieceBytes))) setImmediate(write);
    else response.once('drain', write);
  };
  write();
}

/** Its certificate is trusted by this process from now on. */
export async function startWebhookReceiver(name: string): Promise<WebhookReceiver> {
  const { cert, key } = makeCertificate(name);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
  const receiver: Omit<WebhookReceiver, 'stop'> = {
    calls: [],
    answers: [],
    flood: { writtenBytes: 0, isClosed: false },
  };
  const server = createServer({ cert, key }, (request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const body = JSON.parse(text) as Record<string, unknown>;
      receiver.calls.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = receiver.answers.shift() ?? 200;
      if (typeof answer === 'number') response.writeHead(answer).end('thanks');
      else if (typeof answer === 'object') response.writeHead(307, { ...answer }).end();
      else pour(response, receiver.flood);
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...receiver,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
