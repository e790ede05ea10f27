import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeOutboundRules } from '@tollgate/outbound';
import { SearchClient, SearchError, searchEngines } from '.';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
const clients: SearchClient[] = [];
const going = new AbortController().signal;
const query = { text: 'gate', resultsMax: 2 };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function makeClient(allowCidrs = ['127.0.0.1/32'], timeoutMs = 20_000): SearchClient {
  const { port } = server.address() as AddressInfo;
  const client = new SearchClient({
    engine: searchEngines.tavily,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'secret-key',
    timeoutMs,
    rules: makeOutboundRules({ allowCidrs, allowsHttp: true }),
  });
  clients.push(client);
  return client;
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('a search over HTTP', () => {
  it('resolves with at most as many pages as were asked for', async () => {
    const results = [1, 2, 3].map((id) => ({ url: `https://example.com/${id}`, content: 'x' }));
    answer = (_request, response) => sendJson(response, { results });
    await expect(makeClient().search(query, going)).resolves.toHaveLength(2);
  });

  it.each([
    [401, { detail: 'bad key' }, 'the search engine answered 401'],
    [503, {}, 'the search engine answered 503'],
    [200, { nothing: true }, 'the search engine sent no list of results'],
  ])('fails for an answer %d %j', async (status, body, message) => {
    answer = (_request, response) => sendJson(response, body, status);
    await expect(makeClient().search(query, going)).rejects.toEqual(new SearchError(message));
  });

  it('follows no redirect, which could lead into the own network', async () => {
    let requests = 0;
    answer = (_request, response) => {
      requests += 1;
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    };
    const message = 'the search engine answered 302';
    await expect(makeClient().search(query, going)).rejects.toThrow(message);
    expect(requests).toBe(1);
  });

  it('connects to no private address that the operator has not allowed', async () => {
    let requests = 0;
    answer = (_request, response) => {
      requests += 1;
      sendJson(response, { results: [] });
    };
    await expect(makeClient([]).search(query, going)).rejects.toThrow('could not be reached');
    expect(requests).toBe(0);
  });

  it('ends when the engine is silent for too long, and when the client is gone', async () => {
    answer = () => undefined;
    const late = makeClient(undefined, 100).search(query, going);
    await expect(late).rejects.toThrow('did not answer within 100 ms');
    const gone = AbortSignal.abort();
    await expect(makeClient().search(query, gone)).rejects.toThrow('could not be reached');
  });

  it('refuses an answer without an end', async () => {
    answer = (_request, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    };
    await expect(makeClient().search(query, going)).rejects.toThrow(SearchError);
  });

  it('shows the key in no error', async () => {
    answer = (_request, response) => sendJson(response, {}, 500);
    const error: unknown = await makeClient()
      .search(query, going)
      .catch((reason: unknown) => reason);
    expect(JSON.stringify([error, String(error)])).not.toContain('secret-key');
  });
});
