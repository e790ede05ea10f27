import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { providerProtocols } from '@tollgate/model-spec';
import type { RouteProtocol } from '../src/catalog/catalog';
import { probeProvider } from '../src/catalog/manage/probe-provider';

const apiKey = 'sk-secret-of-the-provider';
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The result of a key test for a scripted provider, and the request that it received. */
async function probe(
  answer: (response: ServerResponse) => void,
  protocol: RouteProtocol = 'openai',
) {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    answer(response);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-team': 'ours' };
  const base_url = `http://127.0.0.1:${port}/v1`;
  const result = await probeProvider({ provider: 'acme', base_url, headers, protocol, apiKey });
  return { result, heard };
}

const answerWith =
  (status: number, body: unknown) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('the test of a provider key', () => {
  it.each(providerProtocols)('asks for models in the words of %s', async (protocol) => {
    const list = [{ id: 'a' }, { id: 'b' }];
    const summaries = list.map(({ id }) => ({ modelId: id }));
    const publisherModels = list.map(({ id }) => ({ name: `publishers/google/models/${id}` }));
    const body = { data: list, models: list, modelSummaries: summaries, publisherModels };
    const { heard, result } = await probe(answerWith(200, body), protocol);
    expect(result).toEqual({
      ok: true,
      status: 200,
      latencyMs: expect.any(Number),
      models: 2,
      error: null,
    });
    const url = expect.stringMatching(/\/(?:foundation-)?models(?:\?|$)/);
    expect(heard[0]).toMatchObject({ method: 'GET', url });
    expect(Object.values(heard[0]?.headers ?? {}).join(' ')).toContain(apiKey);
    expect(heard[0]?.headers['x-team']).toBe('ours');
  });

  it.each(['openai-videos', 'ark-videos'] as const)('asks %s for models, too', async (protocol) => {
    const { heard, result } = await probe(answerWith(200, { data: [{ id: 'a' }] }), protocol);
    expect(result).toMatchObject({ ok: true, models: 1 });
    expect(heard[0]?.url).toBe('/v1/models');
  });

  it('asks DashScope for tasks, since it lists no models', async () => {
    const { heard, result } = await probe(answerWith(200, { data: [] }), 'dashscope-videos');
    expect(result).toMatchObject({ ok: true, status: 200, models: null, error: null });
    expect(heard[0]?.url).toBe('/v1/tasks/?page_size=1');
    expect(heard[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it.each<[string, (response: ServerResponse) => void, object]>([
    [
      'a key that it does not know',
      answerWith(401, { error: { message: `no such key: ${apiKey}` } }),
      { status: 401, error: 'upstream_auth_failed' },
    ],
    ['a key that may not', answerWith(403, {}), { status: 403, error: 'upstream_auth_failed' }],
    ['no list', answerWith(404, {}), { status: 404, error: 'not_found' }],
    ['too many calls', answerWith(429, {}), { status: 429, error: 'upstream_rate_limited' }],
    ['a fault', answerWith(500, {}), { status: 500, error: 'upstream_unavailable' }],
    ['a page', answerWith(200, '<html>'), { status: 200, error: 'upstream_unavailable' }],
    [
      'a redirect to another host',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { status: 302, error: 'upstream_unavailable' },
    ],
    [
      'a cut line',
      (response) => response.destroy(),
      { status: null, error: 'upstream_unreachable' },
    ],
  ])(
    'that meets %s fails, and does not repeat the message of the provider',
    async (_, answer, expected) => {
      const { result } = await probe(answer);
      expect(result).toMatchObject({ ok: false, models: null, ...expected });
      expect(JSON.stringify(result)).not.toContain(apiKey);
    },
  );

  it('does not count models where the provider lists none', async () => {
    expect((await probe(answerWith(200, {}))).result).toMatchObject({ ok: true, models: null });
  });
});
