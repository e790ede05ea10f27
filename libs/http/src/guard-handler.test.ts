import { request as httpRequest, Agent, type RequestListener } from 'node:http';
import { AppError } from '@tollgate/errors';
import { silentLogger } from '@tollgate/observability';
import { BodyBudget, createHttpPart, guardHandler, readBody, type HttpPart } from './index';

const host = '127.0.0.1';
const mebibyte = 1024 * 1024;

describe('a guarded handler', () => {
  const bodies = new BodyBudget(4 * mebibyte);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isFull = false;
  let part: HttpPart;
  let held: (() => void)[] = [];

  beforeAll(async () => {
    const app: RequestListener = (request, response) => {
      readBody(request, { bytesMax: 10 * mebibyte }).then(
        (body) => {
          const end = (): void => void response.end(String(body.length));
          if (request.url === '/hold') held.push(end);
          else end();
        },
        (error: AppError) => response.writeHead(error.status).end(),
      );
    };
    const refuse = (): AppError => new AppError('overloaded', { retryAfterSeconds: 2 });
    const loadGuard = { admits: () => !isFull, refuse, refuseBody: refuse };
    part = createHttpPart({
      name: 'guarded',
      host,
      port: 0,
      logger: silentLogger,
      ...guardHandler(app, { loadGuard, bodies, uploads: new BodyBudget(1_000) }),
    });
    await part.start?.();
  });
  afterAll(async () => {
    agent.destroy();
    await part.stop?.();
  });
  beforeEach(() => {
    isFull = false;
    held = [];
  });

  interface Answer {
    readonly status: number;
    readonly text: string;
    readonly retryAfter: string | undefined;
    readonly localPort: number | undefined;
  }

  function post(path: string, bytes: number, options: object = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { 'x-request-id': 'req_1', 'content-length': bytes };
      const sent = httpRequest(
        { host, port: part.address().port, path, method: 'POST', headers, ...options },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text,
              retryAfter: response.headers['retry-after'],
              localPort: sent.socket?.localPort,
            }),
          );
        },
      );
      sent.on('error', reject).end(Buffer.alloc(bytes));
    });
  }

  it('refuses everything while the process is overloaded, in the envelope of the path', async () => {
    isFull = true;
    const answer = await post('/v1/messages', 10);
    expect(answer).toMatchObject({ status: 503, retryAfter: '2' });
    expect(JSON.parse(answer.text)).toMatchObject({
      type: 'error',
      error: { type: 'overloaded_error', code: 503 },
      request_id: 'req_1',
    });
  });

  it('does not judge the load of a request again that another service hands over', async () => {
    isFull = true;
    const front = createHttpPart({
      name: 'front',
      host,
      port: 0,
      logger: silentLogger,
      handler: (request, response) => part.handle(request, response),
    });
    await front.start?.();
    const { port } = front.address();
    expect(await post('/', 10, { port })).toMatchObject({ status: 200, text: '10' });
    expect((await post('/', 5 * mebibyte, { port })).status).toBe(503);
    await front.stop?.();
  });

  it('refuses a large body beside another, and keeps the connection usable', async () => {
    const first = post('/hold', 3 * mebibyte);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await post('/', 2 * mebibyte, { agent });
    expect(refused.status).toBe(503);
    expect(await post('/', mebibyte / 2, { agent })).toMatchObject({
      status: 200,
      localPort: refused.localPort,
    });
    const chunked = { headers: { 'transfer-encoding': 'chunked' } };
    expect((await post('/', 2 * mebibyte, chunked)).status).toBe(503);
    held[0]?.();
    expect((await first).status).toBe(200);
    expect((await post('/', 2 * mebibyte)).status).toBe(200);
    expect(bodies.bytesHeld).toBe(0);
  });
});
