import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestProvider {
  /** Its base URL for a provider key. */
  readonly url: string;
  readonly stop: () => void;
}

/** A provider with answers that the simulator does not offer. */
export async function startProvider(
  answer: (response: ServerResponse) => void,
): Promise<TestProvider> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
