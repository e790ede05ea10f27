import type { IncomingMessage, RequestListener } from 'node:http';
import type { Secret } from '@tollgate/config';
import { createHttpPart, readBody, type HttpPart } from '@tollgate/http';
import { createIdentityVerifier, type CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';

export interface SeenRequest {
  readonly owner: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly identity: CallerIdentity;
  readonly body: string;
  readonly socketPort: number;
}

export interface InnerService {
  part: HttpPart;
  readonly seen: SeenRequest[];
  /** What it does instead of answering 200 with `{"owner":…}`. */
  handler: RequestListener | undefined;
  restart(): Promise<void>;
}

const bodyBytesMax = 64 * 1024 * 1024;

/** A real HTTP server in the place of a service: checks the identity as the services do. */
export function createInnerService(owner: string, identitySecret: Secret): InnerService {
  const verifier = createIdentityVerifier({ secrets: [identitySecret], audience: owner });
  const answer: RequestListener = (request, response) => {
    if (service.handler !== undefined) {
      service.handler(request, response);
      return;
    }
    const { headers, method = '', url = '' } = request;
    readBody(request, { bytesMax: bodyBytesMax }).then(
      (body) => {
        service.seen.push({
          owner,
          method,
          url,
          headers,
          identity: verifier.readIdentity({ method, url, headers }, Date.now()),
          body: body.length > 10_000 ? `${body.length} bytes` : body.toString(),
          socketPort: request.socket.remotePort ?? 0,
        });
        response.setHeader('content-type', 'application/json');
        response.setHeader('x-request-id', 'inner');
        response.end(JSON.stringify({ owner }));
      },
      () => response.destroy(),
    );
  };
  const createPart = (port: number): HttpPart =>
    createHttpPart({
      name: owner,
      handler: answer,
      host: '127.0.0.1',
      port,
      logger: silentLogger,
      drainGraceMs: 0,
    });
  const service: InnerService = {
    part: createPart(0),
    seen: [],
    handler: undefined,
    restart: async () => {
      service.part = createPart(service.part.address().port);
      await service.part.start?.();
    },
  };
  return service;
}
