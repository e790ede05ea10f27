import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTraces, type CollectedSpan } from './decode-traces';

export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was received, to search for what must not be there. */
  readonly readBytes: () => Buffer;
  readonly headers: readonly IncomingHttpHeaders[];
  /** Reads and never answers from now on. */
  readonly hang: () => void;
  readonly stop: () => Promise<void>;
}

/** A collector of traces (OTLP over HTTP, protobuf). A benchmark lets it forget what it gets. */
export async function startTraceCollector({ keeps = true } = {}): Promise<TraceCollector> {
  let isHanging = false;
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const take = (path: string, body: Buffer, response: ServerResponse): void => {
    if (path !== '/v1/traces') return void response.writeHead(404).end();
    if (keeps) {
      bodies.push(body);
      spans.push(...decodeTraces(body));
    }
    if (!isHanging) response.writeHead(200).end();
  };
  const server = createServer((request, response) => {
    if (keeps) headers.push(request.headers);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request.url ?? '', Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    hang: () => {
      isHanging = true;
    },
    readBytes: () => Buffer.concat(bodies),
    stop: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
