import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { assignRequestId, createErrorHandler, readBody } from '@tollgate/http';
import { createIdentityVerifier, getIdentity, requireIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { waitUntil } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';

/** A service as it stands in the process of the edge; it would not believe any signature. */
function createService(handle: () => RequestHandler): RequestListener {
  const app = express();
  app.use(assignRequestId);
  const secrets = [new Secret('of another edge'.repeat(3))];
  app.use(requireIdentity(createIdentityVerifier({ secrets, audience: 'relay' })));
  app.use((request, response, next) => handle()(request, response, next));
  app.use(createErrorHandler({ logger: silentLogger }));
  return app;
}

describe('a service in the process of the edge', () => {
  let edge: EdgeUnderTest;
  let handler: RequestHandler;
  let relay: RequestListener | undefined;
  const service = createService(() => handler);
  beforeAll(async () => {
    edge = await startEdge({ local: { relay: () => relay } });
    edge.auth.addKey('sk-tg-good', { balanceNanos: 20_000_000_000n });
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    relay = service;
    await edge.redis.flushall();
  });

  it('makes the edge ready only once it has started itself', async () => {
    relay = undefined;
    const early = await edge.send('get', '/readyz');
    expect([early.status, early.body.checks.relay]).toEqual([503, 'failed']);
    relay = service;
    const { body, status } = await edge.send('get', '/readyz');
    expect([status, body.checks]).toEqual([200, { relay: 'ok', redis: 'ok', auth: 'ok' }]);
  });

  it('is given the caller, the body and only the headers that it may see', async () => {
    handler = (request, response) => {
      void readBody(request).then((body) => {
        const { clientIp, keyId, kind } = getIdentity(response);
        const { headers, originalUrl } = request;
        const seen = { names: Object.keys(headers).sort(), originalUrl, body: body.toString() };
        response.json({ clientIp, keyId, kind, ...seen });
      });
    };
    const { body, status } = await edge
      .send('post', `/api${chat}?a=1`, 'sk-tg-good')
      .set('x-tollgate-identity', 'forged')
      .set('cookie', 'a=b')
      .send({ text: 'x' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ clientIp: '127.0.0.1', kind: 'standard_key' });
    expect(body).toMatchObject({ originalUrl: `${chat}?a=1`, body: '{"text":"x"}' });
    const { names } = body as { names: readonly string[] };
    expect(names).toContain('x-request-id');
    for (const name of ['authorization', 'cookie', 'x-tollgate-identity']) {
      expect(names).not.toContain(name);
    }
  });

  it('does not replace the headers of the edge', async () => {
    handler = (_request, response) => {
      response.setHeader('x-ratelimit-limit', '7000');
      response.writeHead(201, {
        'content-type': 'application/json',
        'x-request-id': 'inner',
        'access-control-allow-origin': 'https://provider.example',
        'x-generation-id': 'gen-1',
      });
      response.end('{}');
    };
    const { headers, status } = await edge.send('post', chat, 'sk-tg-good').send({});
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      'access-control-allow-origin': '*',
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': expect.stringMatching(/^19\d$/),
      'x-generation-id': 'gen-1',
    });
  });

  it('shows its own quota where that is tighter', async () => {
    handler = (_request, response) => {
      response.set({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' });
      response.set('x-ratelimit-reset', '1900000000').json({});
    };
    const { headers } = await edge.send('post', chat, 'sk-tg-good').send({});
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' });
  });

  it('answers a failure in the form of the route, under the id of the request', async () => {
    handler = () => {
      throw new AppError('overloaded', { retryAfterSeconds: 3 });
    };
    const answer = await edge.send('post', '/v1/messages', 'sk-tg-good').send({});
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('3');
    expect(answer.body).toMatchObject({
      type: 'error',
      request_id: answer.headers['x-request-id'],
    });
  });

  it('is away, for clients to retry, until it has started', async () => {
    relay = undefined;
    const answer = await edge.send('post', chat, 'sk-tg-good').send({});
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('sends the head of a stream before its first event, and sees when the client leaves', async () => {
    let hasClosed = false;
    handler = (_request, response) => {
      response.on('close', () => (hasClosed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: 'Bearer sk-tg-good' };
      const options = { host: '127.0.0.1', port: edge.port, path: chat, method: 'POST', headers };
      httpRequest(options).on('response', resolve).on('error', reject).end('{}');
    });
    expect(answer.statusCode).toBe(200);
    answer.destroy();
    await waitUntil(() => hasClosed, { timeoutMs: 30_000 });
  });
});
