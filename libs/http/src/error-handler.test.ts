import express, { type Express } from 'express';
import request from 'supertest';
import { AppError } from '@tollgate/errors';
import { silentLogger, type Logger } from '@tollgate/observability';
import { assignRequestId, createErrorHandler, getRequestId, notFoundHandler } from './index';

const lines: { level: string; message: string; fields: Record<string, unknown> }[] = [];

function record(level: string) {
  return (message: string, fields = {}): void => void lines.push({ level, message, fields });
}

const logger: Logger = { ...silentLogger, info: record('info'), error: record('error') };

function makeApp(): Express {
  const app = express();
  app.use(assignRequestId);
  app.get('/id', (_request, response) => void response.json({ id: getRequestId(response) }));
  app.get('/refused', () => {
    throw new AppError('unknown_model', { param: 'model' });
  });
  app.get('/unsigned', () => {
    const cause = new Error('identity header with an expired seal');
    throw new AppError('unauthenticated', { cause });
  });
  app.get('/broken/:name', async () => {
    throw new TypeError('a secret detail');
  });
  app.get('/cut', (_request, response) => {
    response.write('begin');
    throw new Error('late');
  });
  app.use(notFoundHandler);
  app.use(createErrorHandler({ logger }));
  return app;
}

describe('the error handler', () => {
  const app = makeApp();
  const requestId = 'req_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
  beforeEach(() => void lines.splice(0));

  it('answers in the envelope and logs one line', async () => {
    const answer = await request(app).get('/refused').set('x-request-id', requestId);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        message: 'The model is not in the catalog',
        type: 'invalid_request_error',
        code: 'unknown_model',
        param: 'model',
        metadata: { request_id: requestId },
      },
    });
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'request refused',
        fields: {
          requestId,
          method: 'GET',
          route: '/refused',
          status: 400,
          reason: 'unknown_model',
          param: 'model',
        },
      },
    ]);
  });

  it('logs why an identity was refused, and does not answer it', async () => {
    const answer = await request(app).get('/unsigned');
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('expired seal');
    expect(lines[0]).toMatchObject({ fields: { cause: 'identity header with an expired seal' } });
  });

  it('hides the details of an unexpected failure from the client', async () => {
    const answer = await request(app).get('/broken/a');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    expect(lines[0]).toMatchObject({ level: 'error', fields: { route: '/broken/:name' } });
  });

  it('takes a path that cannot be decoded for a client fault', async () => {
    expect((await request(app).get('/broken/%ff')).status).toBe(400);
  });

  it('breaks the connection when the answer has begun', async () => {
    await expect(request(app).get('/cut')).rejects.toThrow('socket hang up');
  });

  it('names method and path of an unknown route, without the query', async () => {
    const answer = await request(app).post('/v1/foo?key=secret');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: { message: 'No route for POST /v1/foo', type: 'not_found_error', code: 404 },
    });
  });

  it('takes over only a well-formed request id', async () => {
    const taken = await request(app).get('/id').set('x-request-id', requestId);
    expect(taken.body).toEqual({ id: requestId });
    const made = await request(app).get('/id').set('x-request-id', 'forged\tline');
    expect((made.body as { id: string }).id).toMatch(/^req_[0-9A-Z]{26}$/);
  });
});
