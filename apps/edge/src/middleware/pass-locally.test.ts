import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import express, { type Response } from 'express';
import { passLocally } from './pass-locally';
import { type RequestContext, setContext } from './request-context';

setFlagsFromString('--allow-natives-syntax');
/** A slow object is a hash table: it takes three more kilobytes, and every access takes longer. */
const isFast = runInThisContext('(value) => %HasFastProperties(value)') as (
  value: object,
) => boolean;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly response: Response;
}

/** What a client gets from a service of the same process. */
async function answerWith(service: RequestListener): Promise<Answer> {
  const app = express();
  let seen: Response | undefined;
  app.use((_request, response, next) => {
    seen = response;
    response.setHeader('x-request-id', 'req_of_the_edge');
    setContext(response, { requestId: 'req_of_the_edge' } as RequestContext);
    next();
  });
  const liveStreams = { add: () => undefined };
  app.use(passLocally({ findHandler: () => service, liveStreams }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    const { headers, status } = answer;
    return { status, headers, text: await answer.text(), response: seen as Response };
  } finally {
    server.close();
  }
}

describe('an answer of a service in the same process', () => {
  it.each<[string, RequestListener]>([
    [
      'writes its head',
      (_request, response) => {
        response.writeHead(201, 'Made', { 'content-type': 'text/plain', 'x-own': 'yes' });
        response.write('some ');
        response.end('text');
      },
    ],
    [
      'writes only its body',
      (_request, response) => {
        response.statusCode = 201;
        response.setHeader('x-own', 'yes');
        response.write('some ');
        response.end('text');
      },
    ],
  ])('reaches the client as the service %s', async (_how, service) => {
    const { headers, status, text } = await answerWith(service);
    expect([status, headers.get('x-own'), text]).toEqual([201, 'yes', 'some text']);
  });

  it("keeps the edge's own headers", async () => {
    const { headers } = await answerWith((_request, response) => {
      response.setHeader('x-request-id', 'req_of_the_service');
      response.end();
    });
    expect(headers.get('x-request-id')).toBe('req_of_the_edge');
  });

  it('stays an object with fast properties', async () => {
    const { response } = await answerWith((_request, answer) => {
      answer.write('some ');
      answer.end('text');
    });
    expect(isFast(response)).toBe(true);
  });
});
