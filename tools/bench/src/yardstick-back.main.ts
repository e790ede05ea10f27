import { pipeline } from 'node:stream/promises';
import express from 'express';
import { Agent, request as sendRequest } from 'undici';

/** The second hop of the yardstick: Express and undici, and nothing else. */
const [port, target] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 256, pipelining: 1 });
const app = express();
app.disable('x-powered-by');
app.use(async (request, response) => {
  const answer = await sendRequest(`${target ?? ''}${request.originalUrl}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: request.headers.authorization ?? '',
      'content-length': request.headers['content-length'] ?? '',
    },
    body: request,
    dispatcher,
  });
  response.writeHead(answer.statusCode, {
    'content-type': String(answer.headers['content-type'] ?? ''),
  });
  await pipeline(answer.body, response);
});
app.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
