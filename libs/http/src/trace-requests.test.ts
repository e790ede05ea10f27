import express from 'express';
import request from 'supertest';
import { describeRequest, noTracer, recordSpans } from '@tollgate/tracing';
import { assignRequestId, traceRequests } from './index';

const requestId = 'req_01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-0000000000000009-01';
const sent = { 'x-request-id': requestId, traceparent };

function makeApp(tracer = noTracer) {
  const app = express();
  app.use(assignRequestId);
  traceRequests(app, tracer);
  app.get('/v1/models/:id', async (_request, response) => {
    await new Promise((resolve) => setImmediate(resolve));
    response.json(describeRequest());
  });
  app.get('/broken', (_request, response) => void response.status(503).end());
  return app;
}

describe('a service behind the edge', () => {
  it('knows the id of the request wherever a line is logged', async () => {
    const { body } = await request(makeApp()).get('/v1/models/a').set(sent);
    expect(body).toEqual({ requestId });
  });

  it('has a span of every request that the edge traces', async () => {
    const { spans, tracer } = recordSpans();
    const app = makeApp(tracer);
    const { body } = await request(app)
      .get('/v1/models/a')
      .set({ ...sent, 'x-tollgate-traced': '1' });
    await request(app)
      .get('/broken')
      .set({ ...sent, 'x-tollgate-traced': '1' });
    expect(body).toMatchObject({ requestId, traceId: expect.any(String) });
    const attributes = {
      'http.request.method': 'GET',
      'http.route': '/v1/models/:id',
      'http.response.status_code': 200,
      'tollgate.request_id': requestId,
    };
    expect(spans).toMatchObject([
      { name: 'GET /v1/models/:id', kind: 'server', parent: 9, attributes, failure: undefined },
      { name: 'GET /broken', failure: '503', isEnded: true },
    ]);
  });

  it('records nothing of other requests, whatever their traceparent says', async () => {
    const { spans, tracer } = recordSpans();
    await request(makeApp(tracer)).get('/v1/models/a').set(sent);
    expect(spans).toEqual([]);
  });
});
