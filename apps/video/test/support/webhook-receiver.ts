import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
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
  readonly stop: () => Promise<void>;
}

const port = 8443;

/** Its certificate is trusted by this process from now on. */
export async function startWebhookReceiver(name: string): Promise<WebhookReceiver> {
  const { cert, key } = makeCertificate(name);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
  const receiver: Omit<WebhookReceiver, 'stop'> = { calls: [], answers: [] };
  const server = createServer({ cert, key }, (request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const body = JSON.parse(text) as Record<string, unknown>;
      receiver.calls.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = receiver.answers.shift() ?? 200;
      if (typeof answer === 'number') response.writeHead(answer).end('thanks');
      else if (typeof answer === 'object') response.writeHead(307, { ...answer }).end();
      else {
        response.writeHead(200);
        const flood = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
        response.on('close', () => clearInterval(flood));
      }
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
