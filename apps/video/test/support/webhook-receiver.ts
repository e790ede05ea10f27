import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** Somebody who wants to be called, on a port that callers may name. */
export interface WebhookReceiver {
  readonly calls: ReceivedCall[];
  /** Of the next calls; 200 when there is none. `hang` never answers, `flood` never ends. */
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

function makeCertificate(name: string): { readonly cert: string; readonly key: string } {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-certificate-'));
  try {
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', cert, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, ...files, ...subject], { stdio: 'ignore' });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
