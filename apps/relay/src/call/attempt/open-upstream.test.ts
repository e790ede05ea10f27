import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UpstreamClient } from './open-upstream';

const timeoutMs = 300;
/** A provider in a thread of its own: it answers while this one stands still. */
const provider = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, response) => {
    parentPort.postMessage('received');
    if (request.url !== '/hang') setTimeout(() => response.end('{}'), 50);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

describe('the first answer of a provider', () => {
  let worker: Worker;
  let origin: string;
  let client: UpstreamClient;
  beforeAll(async () => {
    worker = new Worker(provider, { eval: true });
    const [port] = (await once(worker, 'message')) as [number];
    origin = `http://127.0.0.1:${port}`;
    const rules = { allowsAddress: () => true, allowsHttp: true };
    client = new UpstreamClient({
      firstByteTimeoutMs: timeoutMs,
      thinkingTimeoutMs: timeoutMs,
      rules,
    });
  });
  afterAll(async () => {
    await client.close();
    await worker.terminate();
  });

  const open = (path: string) => {
    const request = { url: `${origin}${path}`, headers: {}, body: '{}' };
    return client.open(request, new AbortController().signal, { isGuarded: false });
  };

  it('is a timeout when it does not come in time', async () => {
    await expect(open('/hang')).rejects.toMatchObject({ fault: 'timeout' });
  });

  it('is no timeout because this process stood still', async () => {
    const isReceived = once(worker, 'message');
    const answer = open('/');
    await isReceived;
    const untilMs = performance.now() + 3 * timeoutMs;
    while (performance.now() < untilMs);
    const { abort, status } = await answer;
    expect(status).toBe(200);
    abort();
  });
});
