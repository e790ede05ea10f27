import { connect, type Socket } from 'node:net';
import { waitUntil } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';

/** Sends text on a connection of its own, and gives what came back when it was closed. */
function sendRaw(port: number, text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
  return { socket, answer };
}

describe('strict hosts', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge({
      config: {
        areHostsStrict: true,
        siteUrl: 'https://tollgate.example',
        baseUrl: 'https://api.tollgate.example',
        legacyUrl: 'https://old.example:8443',
      },
    });
    edge.auth.addKey('sk-tg-good');
  });
  afterAll(() => edge.stop());

  const ask = async (host: string, path: string, method: 'get' | 'options' = 'get') =>
    (await edge.send(method, path, 'sk-tg-good').set('host', host)).status;

  it('answer each part of the service on its own host only', async () => {
    expect(await ask('api.tollgate.example', '/v1/key')).toBe(200);
    expect(await ask('tollgate.example', '/v1/key')).toBe(404);
    expect(await ask('old.example:8443', '/v1/key')).toBe(404);
    expect(await ask('old.example:8443', '/api/v1/key')).toBe(200);
    expect(await ask('old.example', '/api/v1/key')).toBe(404);
    expect(await ask('api.tollgate.example', '/api/v1/key')).toBe(404);
    expect(await ask('tollgate.example', '/api/account')).toBe(403);
    expect(await ask('api.tollgate.example', '/api/account')).toBe(404);
    expect(await ask('evil.example', '/')).toBe(404);
    expect(await ask('old.example:8443', '/')).toBe(200);
    expect(await ask('10.0.0.7:8080', '/healthz')).toBe(200);
    expect(await ask('10.0.0.7:8080', '/readyz')).toBe(200);
  });

  it('are checked before authentication, preflights too', async () => {
    const answer = await edge.send('post', chat).set('host', 'tollgate.example').send({});
    expect(answer.body).toEqual({
      error: {
        message: 'No route for POST /v1/chat/completions',
        type: 'not_found_error',
        code: 404,
      },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(await ask('tollgate.example', chat, 'options')).toBe(404);
    expect(await ask('api.tollgate.example', chat, 'options')).toBe(204);
  });
});

describe('what surrounds an answer', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('sk-tg-good');
    edge.auth.addSession('token', { userId: 'user_site' });
  });
  afterAll(() => edge.stop());

  it('keeps browsers from guessing types and telling addresses, on the site', async () => {
    for (const path of ['/', '/api/account', '/api/nothing', '/healthz']) {
      const { headers } = await edge.send('get', path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
    const { headers } = await edge.send('get', '/api/account').set('cookie', sessionCookie);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  const sessionCookie = 'tollgate_session=token';
  const insights = (headers: Record<string, string> = {}) =>
    edge.send('get', '/v1/insights').set({ cookie: sessionCookie, ...headers });

  it('reads a cookie on the API only from pages of the site', async () => {
    expect((await insights()).status).toBe(200);
    const origin = 'http://127.0.0.1:8080';
    expect((await insights({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://app.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin, 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await insights(headers);
      expect([answer.status, answer.text]).toEqual([
        401,
        '{"error":{"message":"Invalid or missing API key","type":"authentication_error","code":401}}',
      ]);
    }
    const withKey = await edge
      .send('get', '/v1/insights', 'sk-tg-good')
      .set({ origin: 'https://evil.example' });
    expect(withKey.status).toBe(200);
  });

  it.each(['/v1', '/v1/', '/api/v1', '/api/v1/no/such/path', '/v1/messages/nothing'])(
    'has CORS headers, and a preflight, on %s',
    async (path) => {
      const answer = await edge.send('get', path);
      expect(answer.status).toBe(404);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-expose-headers']).toContain('Retry-After');
      expect((await edge.send('options', path)).status).toBe(204);
    },
  );

  it('has them even on what cannot be parsed', async () => {
    const head = `POST ${chat} HTTP/1.1\r\nHost: a\r\n`;
    for (const rest of ['Host: b\r\n\r\n', 'X : y\r\n\r\n', 'X: a\0b\r\n\r\n']) {
      const answer = await sendRaw(edge.port, head + rest).answer;
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
      expect(answer).toMatch(/^access-control-expose-headers: X-Request-Id/im);
      expect(answer).toMatch(/^connection: close\r$/im);
    }
    expect(edge.inner.relay.seen).toEqual([]);
  });
});

describe('an edge that is overloaded', () => {
  let edge: EdgeUnderTest;
  const held: (() => void)[] = [];
  beforeAll(async () => {
    edge = await startEdge({
      config: { load: { loopDelayMsMax: 5_000, memoryMebibytesMax: 100_000, requestsMax: 5 } },
    });
    edge.auth.addKey('sk-tg-good', { balanceNanos: 10_000_000_000n });
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200).write('begin ');
      held.push(() => response.end('end'));
    };
  });
  afterAll(() => edge.stop());

  const open = () =>
    fetch(edge.baseUrl + chat, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-tg-good' },
      body: '{}',
    });

  it('refuses new requests, lets running ones finish, and logs when it began and ended', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, open));
    expect(streams.map(({ status }) => status)).toEqual(Array(5).fill(200));
    for (const path of [chat, '/v1/messages']) {
      const refused = await edge.send('post', path).send({});
      expect(refused.status).toBe(503);
      expect(refused.headers).toMatchObject({
        'retry-after': '2',
        'access-control-allow-origin': '*',
      });
      expect(refused.body).toMatchObject({ error: { type: 'overloaded_error', code: 503 } });
      expect('type' in refused.body).toBe(path === '/v1/messages');
    }
    for (const path of ['/healthz', '/readyz']) {
      expect((await edge.send('get', path)).status).toBe(200);
    }
    const metrics = await (await fetch(`http://127.0.0.1:${edge.internalPort}/metrics`)).text();
    expect(metrics).toMatch(/^http_load_shedding\{.*\} 1$/m);
    expect(metrics).toMatch(/^http_shed_requests_total\{.*\} 2$/m);

    held.forEach((end) => end());
    expect(await Promise.all(streams.map((stream) => stream.text()))).toEqual(
      Array(5).fill('begin end'),
    );
    edge.inner.relay.handler = undefined;
    const readShedding = () =>
      edge.logs.lines().filter(({ message }) => /load shedding/.test(String(message)));
    await waitUntil(() => readShedding().length === 2, {
      timeoutMs: 30_000,
      what: 'the end of load shedding',
    });
    expect((await edge.send('post', chat, 'sk-tg-good').send({})).status).toBe(200);
    expect(readShedding()).toMatchObject([
      { level: 'warn', message: 'load shedding began', reason: 'requests' },
      { level: 'info', message: 'load shedding ended', refused: 2 },
    ]);
  });
});

describe('a client that sends its body slowly', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('sk-tg-good', { balanceNanos: 10_000_000_000n });
  });
  afterAll(() => edge.stop());

  it('gets 408 after ten seconds and is closed, and one that is fast enough does not', async () => {
    const head = (bytes: number): string =>
      `POST ${chat} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-tg-good\r\n` +
      `Content-Length: ${bytes}\r\nConnection: close\r\n\r\n`;
    const startedAtMs = Date.now();
    const slow = sendRaw(edge.port, head(100_000));
    // Twelve seconds long.
    const steady = sendRaw(edge.port, head(30_000));
    const dripping = setInterval(() => slow.socket.write('x'), 500);
    let sent = 0;
    const flowing = setInterval(() => {
      // By the clock: a timer that is late has missed some turns.
      const due = Math.min(30_000, Math.floor((Date.now() - startedAtMs) * 2.5));
      steady.socket.write('x'.repeat(due - sent));
      sent = due;
    }, 500);
    const answer = await slow.answer;
    clearInterval(dripping);
    const ms = Date.now() - startedAtMs;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
    expect(answer).toContain('"code":408');
    expect(ms).toBeGreaterThan(10_000);
    // Without a minimum rate it would be read until the timeout of whole requests.
    expect(ms).toBeLessThan(30_000);
    expect(await steady.answer).toMatch(/^HTTP\/1\.1 200 /);
    clearInterval(flowing);
    const lines = edge.logs.lines().filter(({ message }) => message === 'request');
    expect(lines.map(({ status }) => status)).toContain(408);
  });
});
