import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the edge sent it. */
export interface TappedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands in the place of a service and keeps what the edge sends instead of answering it. */
export interface RequestTap {
  readonly url: string;
  readonly requests: readonly TappedRequest[];
  readonly stop: () => Promise<void>;
}

export async function startRequestTap(): Promise<RequestTap> {
  const requests: TappedRequest[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const headers = Object.entries(request.headersDistinct);
    requests.push({
      url: request.url ?? '',
      headers: Object.fromEntries(headers.map(([name, values = []]) => [name, values.join()])),
    });
    request.once('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
