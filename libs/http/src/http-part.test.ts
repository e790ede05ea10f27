import { Agent, get, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger, type Logger } from '@tollgate/observability';
import { createHttpPart, createInnerHttpPart, probePath, type HttpPart } from './index';

const host = '127.0.0.1';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

function fetchPath(port: number, path: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = agent === undefined ? { host, port, path } : { host, port, path, agent };
    get(options, (response) => resolve(readAnswer(response))).on('error', reject);
  });
}

function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

function chunkedIn(version: string): string {
  return `POST /read HTTP/${version}\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
}

function expectRefusal(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toMatch(/^x-request-id: req_/im);
  expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
  expect(answer).toContain('"code":400');
}

describe('an HTTP part', () => {
  let part: HttpPart;
  let requests = 0;

  async function start(drainGraceMs = 300): Promise<void> {
    requests = 0;
    part = createHttpPart({
      name: 'http',
      host,
      port: 0,
      logger: silentLogger,
      drainGraceMs,
      brokenRequestHeaders: { 'access-control-allow-origin': '*' },
      handler: (request, response) => {
        requests += 1;
        if (request.url === '/late') {
          setTimeout(() => response.writeHead(200).end('late'), 200);
          return;
        }
        if (request.url === '/read') {
          request.on('end', () => response.end(`read ${request.url}`)).resume();
          return;
        }
        const delayMs = request.url === '/slow' ? 400 : 0;
        response.writeHead(200).write('begin ');
        setTimeout(() => response.end('end'), delayMs);
      },
    });
    await part.start?.();
  }
  beforeEach(() => start());
  afterEach(async () => part.stop?.());

  async function waitForRequest(): Promise<void> {
    while (requests === 0) await sleep(5);
  }

  it('lets a running answer end before it stops, and accepts nothing new', async () => {
    const { port } = part.address();
    const running = fetchPath(port, '/slow');
    await waitForRequest();
    const stopped = Promise.resolve(part.stop?.());
    await expect(fetchPath(port, '/')).rejects.toThrow();
    await expect(running).resolves.toMatchObject({ status: 200, body: 'begin end' });
    await stopped;
  });

  it('still answers on an idle connection for a moment after the stop, and closes it', async () => {
    const { port } = part.address();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await fetchPath(port, '/', agent);
    const stopped = Promise.resolve(part.stop?.());
    const late = await fetchPath(port, '/', agent);
    expect(late).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await stopped;
    agent.destroy();
  });

  it('answers its probe with 503 while it drains, and stops all the same', async () => {
    const inner = createInnerHttpPart({
      ...{ name: 'inner', host, port: 0, logger: silentLogger },
      handler: (_request, response) => response.writeHead(404).end(),
    });
    await inner.start?.();
    const { port } = inner.address();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await fetchPath(port, probePath, agent)).toMatchObject({ status: 200 });
    expect(await fetchPath(port, '/', agent)).toMatchObject({ status: 404 });
    const stopped = Promise.resolve(inner.stop?.());
    expect(await fetchPath(port, probePath, agent)).toMatchObject({
      status: 503,
      headers: { connection: 'close' },
    });
    await stopped;
    agent.destroy();
  });

  it('announces on a running answer that its connection will close', async () => {
    const agent = new Agent({ keepAlive: true });
    const running = fetchPath(part.address().port, '/late', agent);
    await waitForRequest();
    const stopped = Promise.resolve(part.stop?.());
    expect(await running).toMatchObject({ body: 'late', headers: { connection: 'close' } });
    await stopped;
    agent.destroy();
  });

  it('still answers on a connection with a stream that ended long after the stop', async () => {
    await part.stop?.();
    // The next request comes within the grace, also from a machine that stands still for a while.
    await start(5_000);
    const { port } = part.address();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const stream = fetchPath(port, '/slow', agent);
    await waitForRequest();
    const stopped = Promise.resolve(part.stop?.());
    expect(await stream).toMatchObject({ headers: { connection: 'keep-alive' } });
    await sleep(100);
    const next = await fetchPath(port, '/', agent);
    expect(next).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await stopped;
    agent.destroy();
  });

  it('answers a request that waited unread while the process stood still', async () => {
    const { port } = part.address();
    const socket = connect(port, host);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(ask);
    while (!received.includes('200 OK')) await sleep(5);
    const stopped = part.stop?.();
    // Right before the timers of the next turn, and for longer than the grace.
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(ask);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await Promise.all([stopped, closed]);
    expect(received.match(/200 OK/g)).toHaveLength(2);
    expect(received).toMatch(/^connection: close\r$/im);
  });

  it('closes idle keep-alive connections instead of waiting for them', async () => {
    const { port } = part.address();
    const agent = new Agent({ keepAlive: true });
    await fetchPath(port, '/', agent);
    const startedAt = performance.now();
    await part.stop?.();
    // The grace is 300 ms; an agent keeps its connections for ever.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    agent.destroy();
  });

  it.each([
    ['two different lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd'],
    ['two equal lengths', 'Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd'],
    ['two lengths in one header', 'Content-Length: 4, 4\r\n\r\nabcd'],
    ['a length beside chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks beside a length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n'],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['two transfer codings', 'Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X-A: b\r\n c: d\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 4\r\n\r\nabcd'],
    ['a bare line feed after a header', 'X-A: b\nX-C: d\r\n\r\n'],
    ['a bare carriage return', 'X-A: b\rX-C: d\r\n\r\n'],
    ['a NUL in a header', 'X-A: b\0c\r\n\r\n'],
    ['a bare line feed in chunk framing', 'Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n'],
    ['a second host', 'Host: b\r\n\r\n'],
    ['a second host that is the same', 'hOST: a\r\n\r\n'],
  ])('refuses %s with 400 and closes the connection', async (_name, rest) => {
    const head = `POST /read HTTP/1.1\r\nHost: a\r\n${rest}`;
    expectRefusal(await sendRaw(part.address().port, head));
  });

  it.each([
    ['no host', 'GET /read HTTP/1.1\r\n\r\n'],
    ['no version', 'GET /read\r\n\r\n'],
    ['another host in its target', 'GET http://b/read HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a user in its target', 'GET http://a@b/read HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another scheme', 'GET ftp://a/read HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an invalid target', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['chunks in an old version', chunkedIn('1.0')],
  ])('refuses a request with %s', async (_name, text) => {
    expectRefusal(await sendRaw(part.address().port, text));
  });

  it('takes its own host in a target for the path alone', async () => {
    const answer = await sendRaw(
      part.address().port,
      'GET http://A:80/read HTTP/1.1\r\nHost: a:80\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*read \/read$/);
  });

  it('uses the envelope of the path for what it cannot parse', async () => {
    const answer = await sendRaw(
      part.address().port,
      'POST /v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    );
    expect(answer).toContain('{"type":"error","error":{"message":"Bad Request"');
  });

  it('puts no second answer into one that has begun', async () => {
    const bytes = 'Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n';
    const answer = await sendRaw(part.address().port, `POST /slow HTTP/1.1\r\nHost: a\r\n${bytes}`);
    expect(answer).not.toContain('400');
  });

  it('answers nothing to a broken request before the one that came first', async () => {
    const answer = await sendRaw(
      part.address().port,
      'GET /late HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n',
    );
    expect(answer).not.toContain('400');
  });

  it('refuses too many header bytes with 431', async () => {
    const answer = await sendRaw(
      part.address().port,
      `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('logs one line about an unparsable request, with the id sent to the client', async () => {
    const lines: [message: string, fields: unknown][] = [];
    const logger: Logger = {
      ...silentLogger,
      info: (message, fields) => void lines.push([message, fields]),
    };
    const handler = () => undefined;
    const logging = createHttpPart({ name: 'logging', host, port: 0, logger, handler });
    await logging.start?.();
    const answer = await sendRaw(
      logging.address().port,
      'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
    );
    await logging.stop?.();
    const requestId = /X-Request-Id: (\S+)/.exec(answer)?.[1];
    expect(lines.filter(([message]) => message === 'broken request refused')).toEqual([
      ['broken request refused', { requestId, status: 400, reason: 'HPE_INVALID_CONTENT_LENGTH' }],
    ]);
  });

  it('fails to start on a port that is taken', async () => {
    const { port } = part.address();
    const second = createHttpPart({
      name: 'second',
      host,
      port,
      logger: silentLogger,
      handler: (_request, response) => response.end(),
    });
    await expect(second.start?.()).rejects.toThrow('EADDRINUSE');
  });
});

describe('slow clients', () => {
  async function startPart(
    options: { readonly headersTimeoutMs?: number } = {},
  ): Promise<HttpPart> {
    const part = createHttpPart({
      name: 'http',
      host,
      port: 0,
      logger: silentLogger,
      handler: (_request, response) => response.end('ok'),
      ...options,
    });
    await part.start?.();
    return part;
  }

  it('get 408 when their headers do not end in time', async () => {
    const part = await startPart({ headersTimeoutMs: 200 });
    const answer = await sendRaw(part.address().port, 'GET / HTTP/1.1\r\nHost: a\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await part.stop?.();
  });

  it('get no answer on a connection on which they have not asked anything', async () => {
    const part = await startPart({ headersTimeoutMs: 200 });
    // It resolves when the connection is closed.
    expect(await sendRaw(part.address().port, '')).toBe('');
    await part.stop?.();
  });

  it('hold up no stop with a connection that has not sent anything', async () => {
    // Longer than the test may take.
    const part = await startPart({ headersTimeoutMs: 300_000 });
    const silent = sendRaw(part.address().port, '');
    await fetchPath(part.address().port, '/');
    await part.stop?.();
    expect(await silent).toBe('');
  }, 30_000);

  it('do not disturb others when they leave early', async () => {
    const part = await startPart();
    const { port } = part.address();
    const request = httpRequest({ host, port, method: 'POST' });
    request.on('error', () => undefined);
    request.write('half');
    await sleep(50);
    request.destroy();
    await expect(fetchPath(port, '/')).resolves.toMatchObject({ body: 'ok' });
    await part.stop?.();
  });
});
