import { request as sendRequest, type IncomingMessage, type RequestListener } from 'node:http';
import express from 'express';
import { silentLogger } from '@tollgate/observability';
import { createHttpPart } from '../../http/src';

const host = '127.0.0.1';

function post(port: number, body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body) };
    const sent = sendRequest({ host, port, method: 'POST', path: '/x', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject).end(body);
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

describe('requests and responses of an Express app', () => {
  it('are created with the prototypes that Express would set, and work', async () => {
    const app = express();
    const prototypes: unknown[] = [];
    const handler: RequestListener = (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      app(request, response);
    };
    app.post('/x', async (request, response) => {
      response.status(201).json({ body: await readText(request), path: request.path });
    });
    const part = createHttpPart({
      name: 'http',
      app,
      handler,
      host,
      port: 0,
      logger: silentLogger,
      drainGraceMs: 0,
    });
    await part.start?.();
    try {
      const answer = await post(part.address().port, 'hello');
      expect(answer).toEqual({ status: 201, body: '{"body":"hello","path":"/x"}' });
      expect(prototypes[0]).toBe(app.request);
      expect(prototypes[1]).toBe(app.response);
    } finally {
      await part.stop?.();
    }
  });
});
