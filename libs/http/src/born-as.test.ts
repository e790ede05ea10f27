import { request as sendRequest, type IncomingMessage, type RequestListener } from 'node:http';
import express from 'express';
import { silentLogger } from '@tollgate/observability';
import { createHttpPart } from './index';

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

describe('requests and answers of an app', () => {
  it('are born with the prototypes that Express would give them, and work as ever', async () => {
    const app = express();
    const born: unknown[] = [];
    const handler: RequestListener = (request, response) => {
      born.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
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
      expect(born[0]).toBe(app.request);
      expect(born[1]).toBe(app.response);
    } finally {
      await part.stop?.();
    }
  });
});
