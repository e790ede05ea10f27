import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from './api-client';

describe('the API client of the stack', () => {
  let server: Server;
  let statuses: number[];
  const keys: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      response.writeHead(statuses.shift() ?? 500).end('{"id":"key_1"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const call = () =>
    createApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)({
      method: 'POST',
      path: '/api/account/keys',
      body: {},
    });

  it('tries a call again that is answered with 503, with the same idempotency key', async () => {
    statuses = [503, 503, 201];
    await expect(call()).resolves.toMatchObject({ status: 201, body: { id: 'key_1' } });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('reports any other status at once', async () => {
    statuses = [402];
    await expect(call()).rejects.toThrow('POST /api/account/keys answered 402');
  });
});
