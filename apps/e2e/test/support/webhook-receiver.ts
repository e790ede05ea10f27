import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@tollgate/testing';
import type { Json } from './api-call';

/** A receiver of webhooks under a host name that does not look local. */
export interface WebhookReceiver {
  readonly url: string;
  /** For NODE_EXTRA_CA_CERTS of its callers. */
  readonly certificateFile: string;
  readonly calls: { readonly attempt: string; readonly key: string; readonly body: Json }[];
  readonly stop: () => Promise<void>;
}

/** The only port beside 443 that callers may name. */
const port = 8443;

export async function startWebhookReceiver(directory: string): Promise<WebhookReceiver> {
  const host = hostname();
  const certificateFile = join(directory, 'receiver.pem');
  const { cert, key } = makeCertificate(host);
  writeFileSync(certificateFile, cert);
  const calls: WebhookReceiver['calls'] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const read = (name: string): string => String(request.headers[name] ?? '');
      calls.push({
        attempt: read('x-tollgate-delivery'),
        key: read('x-tollgate-idempotency-key'),
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      });
      response.end('thanks');
    });
  });
  // The machine's own name may mean any of its addresses.
  server.listen(port);
  await once(server, 'listening');
  return {
    url: `https://${host}:${port}/hook`,
    certificateFile,
    calls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
