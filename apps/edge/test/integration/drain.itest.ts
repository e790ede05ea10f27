import { Agent, request as httpRequest } from 'node:http';
import { waitUntil } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';

/** One call as a balancer makes it: an instance that refuses connections is passed over. */
function post(port: number, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      agent,
      path: chat,
      method: 'POST',
      headers: { authorization: 'Bearer sk-tg-good' },
    });
    sent.on('error', reject).on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.end('{}');
  });
}

describe('two edges that are restarted one after the other under load', () => {
  it('fail no request', async () => {
    const base = await startEdge();
    base.auth.addKey('sk-tg-good', { balanceNanos: 10_000_000_000n });
    base.inner.relay.handler = (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      setTimeout(() => response.end('data: [DONE]\n\n'), 20 + Math.random() * 300);
    };
    const config = { fundedRequestsPerMinute: 1_000_000 };
    const start = (): Promise<EdgeUnderTest> => startEdge({ beside: base, config });
    const live = [await start(), await start()];
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;

    async function callOnce(worker: number): Promise<void> {
      const ports = live.map(({ port }) => port);
      const ordered = worker % 2 === 0 ? ports : ports.toReversed();
      for (const port of ordered) {
        try {
          const { body, status } = await post(port, agent);
          if (status === 200 && body.endsWith('[DONE]\n\n')) answered += 1;
          else failures.push(`${status} ${body}`);
          return;
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (code !== 'ECONNREFUSED') failures.push(String(code));
          if (code !== 'ECONNREFUSED') return;
        }
      }
      failures.push('nobody listened');
    }
    const workers = Array.from({ length: 24 }, async (_, worker) => {
      while (!isOver) await callOnce(worker);
    });

    /** So that every restart happens under load, however fast the machine is. */
    const waitForAnswers = async (): Promise<void> => {
      const before = answered;
      const isLoaded = (): boolean => answered >= before + 60 || failures.length > 0;
      await waitUntil(isLoaded, { timeoutMs: 30_000, what: 'answers' });
    };
    for (let index = 0; index < live.length; index++) {
      await waitForAnswers();
      const old = live[index]!;
      const stopped = old.stop();
      await stopped;
      live[index] = await start();
    }
    await waitForAnswers();
    isOver = true;
    await Promise.all(workers);
    agent.destroy();
    for (const edge of live) await edge.stop();
    await base.stop();
    expect(failures).toEqual([]);
  });
});
