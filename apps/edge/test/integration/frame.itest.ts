import { connect } from 'node:net';
import { identityHeader, sealHeader } from '@tollgate/identity';
import { measureWork } from '@tollgate/testing';
import { adminToken, startEdge, type EdgeUnderTest } from '../support/start-edge';

const exposed =
  'X-Request-Id, Request-Id, X-Generation-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed, X-Auto-Resolved-Model, X-Tollgate-Auto-Tier, x-tollgate-free-fallback, x-tollgate-provider, x-tollgate-clamped, x-tollgate-dropped, x-tollgate-transforms, x-tollgate-cost, Content-Range';

describe('the frame of every request', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('sk-tg-good', { balanceNanos: 20_000_000_000n });
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    for (const service of Object.values(edge.inner)) service.seen.splice(0);
    await edge.redis.flushall();
  });

  it('answers for itself on /, /healthz and /readyz', async () => {
    const root = await edge.send('get', '/');
    expect(root.status).toBe(200);
    expect(root.body).toEqual({ service: 'tollgate', status: 'ok', docs: '/docs' });
    const head = await edge.send('head', '/');
    expect([head.status, head.text]).toEqual([200, undefined]);
    expect((await edge.send('get', '/healthz/')).body).toEqual({ status: 'ok' });
    expect((await edge.send('get', '/readyz')).body).toEqual({
      status: 'ready',
      checks: { redis: 'ok', auth: 'ok' },
    });
  });

  it('names an unknown route before it asks for a key, in the envelope and with CORS', async () => {
    const answer = await edge.send('post', '/v1/foo?key=secret', 'sk-tg-bad').send({});
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: { message: 'No route for POST /v1/foo', type: 'not_found_error', code: 404 },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-expose-headers']).toBe(exposed);
    const messages = await edge.send('post', '/v1/messages/batches').send({});
    expect(messages.body).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error' },
      request_id: messages.headers['x-request-id'],
    });
  });

  it('answers a wrong method with 405 and the right ones', async () => {
    const answer = await edge.send('get', '/v1/chat/completions');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.body).toEqual({
      error: { message: 'Method not allowed', type: 'invalid_request_error', code: 405 },
    });
    const keys = await edge.send('put', '/api/account/keys/key_1');
    expect(keys.headers['allow']).toBe('PATCH, DELETE');
  });

  it.each(['/v1/chat/completions', '/v1/anything/at/all', '/api/v1/models'])(
    'answers a preflight of %s with what the browser wants to send',
    async (path) => {
      const answer = await edge
        .send('options', path)
        .set('origin', 'https://app.example')
        .set('access-control-request-headers', 'authorization,x-stainless-os');
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,POST,PATCH,DELETE,OPTIONS',
        'access-control-allow-headers': 'authorization,x-stainless-os',
        'access-control-max-age': '86400',
      });
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  it('sets no CORS headers on the site', async () => {
    const answer = await edge.send('get', '/api/account');
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await edge.send('options', '/api/account')).status).toBe(405);
  });

  it('gives every answer its own request id under both names, and the same to the service', async () => {
    const answer = await edge.send('get', '/v1/key', 'sk-tg-good').set('x-request-id', 'forged');
    const requestId = answer.headers['x-request-id'];
    expect(requestId).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(answer.headers['request-id']).toBe(requestId);
    expect(edge.inner.auth.seen[0]?.headers['x-request-id']).toBe(requestId);
  });

  it('takes /api/v1 and a trailing slash for the same route', async () => {
    for (const path of ['/v1/models?a=1', '/v1/models/?a=1', '/api/v1/models?a=1']) {
      const answer = await edge.send('get', path);
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    expect(edge.inner.relay.seen.map(({ url }) => url)).toEqual(Array(3).fill('/v1/models?a=1'));
  });

  it('passes ids with encoded slashes on as they came', async () => {
    await edge.send('get', '/v1/models/acme/chat-1');
    await edge.send('get', '/api/admin/models/acme%2Fchat-1', adminToken);
    expect(edge.inner.relay.seen.map(({ url }) => url)).toEqual([
      '/v1/models/acme/chat-1',
      '/api/admin/models/acme%2Fchat-1',
    ]);
  });

  it('lets no internal, address or credential header of a client through', async () => {
    await edge
      .send('post', '/v1/chat/completions', 'sk-tg-good')
      .set({
        [identityHeader]: 'forged',
        [sealHeader]: 'forged',
        'x-tollgate-client-ip': '10.0.0.1',
        'x-tollgate-anything': '1',
        'x-user-id': 'user_other',
        x_org_id: 'org_other',
        'x-internal-token': '1',
        'grpc-metadata-user': '1',
        forwarded: 'for=10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        'cf-connecting-ip': '10.0.0.1',
        'x-api-key': 'sk-tg-other',
        cookie: 'tollgate_session=token',
        'proxy-authorization': 'Basic x',
        te: 'trailers',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'x-title': 'My app',
        'http-referer': 'https://app.example',
      })
      .send({ model: 'a' });
    const [seen] = edge.inner.relay.seen;
    expect(Object.keys(seen?.headers ?? {}).sort()).toEqual(
      [
        'connection',
        'content-length',
        'content-type',
        'host',
        'http-referer',
        'traceparent',
        'x-request-id',
        'x-title',
        identityHeader,
        sealHeader,
        'x-tollgate-client-ip',
      ].sort(),
    );
    expect(seen?.identity).toMatchObject({
      kind: 'standard_key',
      userId: 'user_1',
      keyId: 'key_1',
      walletId: 'user_1',
      label: 'ci',
      clientIp: '127.0.0.1',
      balanceNanos: 20_000_000_000n,
    });
    expect(seen?.headers['traceparent']).toContain('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('signs a caller for seconds, and every request by itself', async () => {
    for (const path of ['/api/v1/models/?a=1', '/v1/models/a/b/c', '/v1/models']) {
      await edge.send('get', path, 'sk-tg-good').expect(200);
    }
    await edge.send('head', '/v1/models', 'sk-tg-good').expect(200);
    // The service checks the seal with the method and URL that it sees.
    const { seen } = edge.inner.relay;
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/models?a=1',
      'GET /v1/models/a/b%2Fc',
      'GET /v1/models',
      'HEAD /v1/models',
    ]);
    expect(new Set(seen.map(({ headers }) => headers[sealHeader])).size).toBe(4);
    expect(new Set(seen.map(({ headers }) => headers[identityHeader])).size).toBeLessThan(4);
  });

  it('does not forward a malformed traceparent', async () => {
    await edge.send('get', '/v1/models').set('traceparent', 'nonsense');
    expect(edge.inner.relay.seen[0]?.headers['traceparent']).toBeUndefined();
  });

  it('sends a signed anonymous identity to services on public routes', async () => {
    await edge.send('get', '/v1/models', 'whatever');
    expect(edge.inner.relay.seen[0]?.identity.kind).toBe('anonymous');
  });

  it('keeps its own headers when a service sends the same', async () => {
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200, {
        'x-request-id': 'provider',
        'access-control-allow-origin': 'https://provider.example',
        'access-control-allow-credentials': 'true',
        'x-ratelimit-remaining': '7',
        'x-generation-id': 'gen-1',
        'cache-control': 'private, max-age=300',
      });
      response.end();
    };
    const { headers } = await edge.send('get', '/v1/models').set('x-real-ip', '203.0.113.88');
    edge.inner.relay.handler = undefined;
    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['x-ratelimit-remaining']).toBe('599');
    expect(headers['x-generation-id']).toBe('gen-1');
    expect(headers['cache-control']).toBe('private, max-age=300');
  });

  it('writes one line per request: failures in sight, routine model calls not', async () => {
    const before = edge.logs.lines().length;
    await edge.send('post', '/v1/chat/completions', 'sk-tg-good').send({});
    await edge.send('post', '/v1/chat/completions', 'sk-tg-bad').send({});
    const lines = edge.logs
      .lines()
      .slice(before)
      .filter(({ message }) => message === 'request');
    expect(lines).toMatchObject([
      { level: 'debug', route: '/v1/chat/completions', status: 200, caller: 'user_1' },
      { level: 'info', route: '/v1/chat/completions', status: 401, reason: 'unauthenticated' },
    ]);
    expect(JSON.stringify(edge.logs.lines())).not.toContain('sk-tg-');
  });
});

describe('bodies', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('sk-tg-good');
  });
  afterAll(() => edge.stop());
  beforeEach(() => void edge.inner.relay.seen.splice(0));

  const limit = 10 * 1024 * 1024;
  const path = '/v1/chat/completions';

  function stream(bytes: number): ReadableStream<Uint8Array> {
    let left = bytes;
    return new ReadableStream({
      pull: (controller) => {
        const size = Math.min(left, 256 * 1024);
        left -= size;
        if (size > 0) controller.enqueue(new Uint8Array(size));
        else controller.close();
      },
    });
  }

  function post(body: Uint8Array | ReadableStream<Uint8Array>): Promise<Response> {
    return fetch(edge.baseUrl + path, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-tg-good' },
      body,
      duplex: 'half',
    });
  }

  it('of exactly 10 MB pass, declared or not', async () => {
    expect((await post(new Uint8Array(limit))).status).toBe(200);
    expect((await post(stream(limit))).status).toBe(200);
    expect(edge.inner.relay.seen.map(({ body }) => body)).toEqual(Array(2).fill(`${limit} bytes`));
  });

  it('of one byte more are refused with 413, and the connection is closed', async () => {
    for (const body of [new Uint8Array(limit + 1), stream(limit + 1)]) {
      const answer = await post(body);
      expect(answer.status).toBe(413);
      expect(answer.headers.get('connection')).toBe('close');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.json()).toMatchObject({
        error: { type: 'request_too_large', code: 413 },
      });
    }
    expect(edge.inner.relay.seen).toEqual([]);
  });

  it('without end are cut off soon after the answer', async () => {
    const { ms, result: answer } = await measureWork(() =>
      sendRaw(
        edge.port,
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-tg-good\r\nTransfer-Encoding: chunked\r\n\r\n`,
        `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`,
      ),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    // It is read for one more second; without that limit it would never end.
    expect(ms).toBeLessThan(15_000);
  });

  it('that are compressed are refused with 415', async () => {
    const answer = await edge
      .send('post', path, 'sk-tg-good')
      .set('content-encoding', 'gzip')
      .send('x');
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ error: { code: 415 } });
    const plain = await edge
      .send('post', path, 'sk-tg-good')
      .set('content-encoding', 'identity')
      .send('x');
    expect(plain.status).toBe(200);
  });

  it('of a refused caller are thrown away, and the connection stays usable', async () => {
    const body = 'y'.repeat(500_000);
    const requests =
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
      'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await sendRaw(edge.port, requests);
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 OK/);
  });

  it.each([
    ['both lengths', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['no host', undefined],
  ])('that could smuggle (%s) never reach a service', async (_name, rest) => {
    const head =
      rest === undefined
        ? `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`
        : `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-tg-good\r\n${rest}`;
    const answer = await sendRaw(edge.port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(edge.inner.relay.seen).toEqual([]);
  });
});

/** Sends text as it is, then `repeated` until the connection closes; gives what came back. */
function sendRaw(port: number, text: string, repeated?: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      const more = (): void => {
        if (repeated === undefined || socket.destroyed) return;
        if (socket.write(repeated)) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
    });
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}
