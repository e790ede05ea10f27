import { type Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';

/** Small and large bodies are forwarded by different code. */
const forwarders = [
  { forwarder: 'small forwarder', body: { text: 'x' }, cut: 'UND_ERR_SOCKET' },
  { forwarder: 'proxy', body: { text: 'x'.repeat(100_000) }, cut: 'ECONNRESET' },
] as const;

describe.each(forwarders)('forwarding a call by the $forwarder', ({ body, cut }) => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey('sk-tg-good', { balanceNanos: 20_000_000_000n });
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    edge.inner.relay.handler = undefined;
    edge.inner.relay.seen.splice(0);
    await edge.redis.flushall();
  });

  function open(text: string = JSON.stringify(body), agent?: Agent): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port: edge.port,
        path: chat,
        method: 'POST',
        headers: { authorization: 'Bearer sk-tg-good' },
        ...(agent === undefined ? {} : { agent }),
      });
      request.on('response', resolve).on('error', reject).end(text);
    });
  }

  it('streams events byte for byte, each when it comes', async () => {
    const chunks = ['data: {"a":"é"}\n\n', ': keep-alive\n\n', 'data: [DONE]\n\n'];
    let next = (): void => undefined;
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
      response.flushHeaders();
      const rest = [...chunks];
      next = () => {
        const chunk = rest.shift();
        if (chunk === undefined) response.end();
        else response.write(chunk);
      };
    };
    const answer = await open();
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const received: string[] = [];
    answer.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
    for (let count = 1; count <= chunks.length; count++) {
      next();
      await waitUntil(() => received.length === count, { timeoutMs: 30_000, pollMs: 2 });
    }
    next();
    await waitUntil(() => answer.complete, { timeoutMs: 30_000 });
    expect(received).toEqual(chunks);
  });

  it.each(['before', 'after'])(
    'aborts the request to the service at once when a client disconnects %s the answer begins',
    async (when) => {
      let isClosed = false;
      let isAsked = false;
      edge.inner.relay.handler = (_request, response) => {
        isAsked = true;
        response.on('close', () => (isClosed = true));
        if (when === 'after') response.writeHead(200).write('data: 1\n\n');
      };
      const request = httpRequest({
        host: '127.0.0.1',
        port: edge.port,
        path: chat,
        method: 'POST',
        headers: { authorization: 'Bearer sk-tg-good' },
      });
      request.on('error', () => undefined);
      const begun = new Promise((resolve) => request.on('response', resolve));
      request.end(JSON.stringify(body));
      if (when === 'after') await begun;
      else await waitUntil(() => isAsked, { timeoutMs: 30_000, pollMs: 5, what: 'the request' });
      request.destroy();
      await waitUntil(() => isClosed, { timeoutMs: 10_000, pollMs: 5 });
    },
  );

  it('does not pretend that an answer which broke off is whole', async () => {
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200).write('data: 1\n\n');
      setTimeout(() => response.destroy(), 20);
    };
    const answer = await open();
    const ended = new Promise((resolve) =>
      answer.on('error', resolve).on('end', () => resolve('end')),
    );
    answer.resume();
    expect(await ended).not.toBe('end');
    expect(answer.complete).toBe(false);
  });

  it('slows the service down to the speed of the client', async () => {
    let written = 0;
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (written < 200 * 1024 * 1024) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', write);
        }
      };
      write();
    };
    const answer = await open();
    await sleep(500);
    expect(written).toBeLessThan(50 * 1024 * 1024);
    answer.destroy();
  });

  it('reuses connections to the service, also for clients that close theirs', async () => {
    for (let call = 0; call < 5; call++) {
      await edge.send('post', chat, 'sk-tg-good').set('connection', 'close').send(body);
    }
    expect(new Set(edge.inner.relay.seen.map(({ socketPort }) => socketPort)).size).toBe(1);
  });

  it('closes or keeps the connection as the client requested', async () => {
    const head = `POST ${chat} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-tg-good\r\nContent-Length: 2\r\n`;
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(edge.port, '127.0.0.1', () =>
        socket.write(`${head}\r\n{}${head}Connection: close\r\n\r\n{}`),
      );
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
    });
    expect(answer.match(/^connection: keep-alive\r$/gim)).toHaveLength(1);
    expect(answer.match(/^connection: close\r$/gim)).toHaveLength(1);
    expect(answer).not.toMatch(/^keep-alive:/im);
  });

  it('answers 503 with Retry-After while a service restarts, and 200 afterwards', async () => {
    await edge.inner.relay.part.stop?.();
    const answer = await edge.send('post', chat, 'sk-tg-good').send(body);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.body).toEqual({
      error: {
        message: 'The relay service is temporarily unavailable',
        type: 'overloaded_error',
        code: 503,
        metadata: { request_id: answer.headers['x-request-id'] },
      },
    });
    await edge.inner.relay.restart();
    expect((await edge.send('post', chat, 'sk-tg-good').send(body)).status).toBe(200);
  });

  it('answers 502 when a service dies before it answers', async () => {
    edge.inner.relay.handler = (request) => request.socket.destroy();
    const answer = await edge.send('post', chat, 'sk-tg-good').send(body);
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ error: { type: 'api_error', code: 502 } });
    const requestId = answer.headers['x-request-id'];
    const lines = edge.logs.lines().filter((line) => line['requestId'] === requestId);
    expect(lines).toMatchObject([{ level: 'warn', status: 502, error: { cause: { code: cut } } }]);
  });

  it('passes an early answer of the service on while the body is still coming', async () => {
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"early":true}');
    };
    const answer = await open('x'.repeat(3_000_000));
    expect(answer.statusCode).toBe(400);
    answer.resume();
  });

  it('keeps serving others while one request after the other breaks', async () => {
    edge.inner.relay.handler = (_request, response) => response.destroy();
    await Promise.all(
      Array.from({ length: 30 }, () => edge.send('post', chat, 'sk-tg-good').send(body)),
    );
    edge.inner.relay.handler = undefined;
    expect((await edge.send('post', chat, 'sk-tg-good').send(body)).status).toBe(200);
  });
});

describe('stopping', () => {
  it('lets streams end, refuses new connections, and then is gone', async () => {
    const edge = await startEdge();
    edge.auth.addKey('sk-tg-good');
    let finish = (): void => undefined;
    edge.inner.relay.handler = (_request, response) => {
      response.writeHead(200).write('begin ');
      finish = () => response.end('end');
    };
    const answer = await fetch(edge.baseUrl + chat, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-tg-good' },
      body: '{}',
    });
    const stopped = edge.lifecycle.stop();
    const isRefused = (): Promise<boolean> =>
      fetch(`${edge.baseUrl}/healthz`).then(
        () => false,
        () => true,
      );
    await waitUntil(isRefused, { timeoutMs: 30_000, what: 'a refused connection' });
    finish();
    expect(await answer.text()).toBe('begin end');
    await stopped;
    await edge.stop();
  });
});
