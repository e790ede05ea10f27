import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInnerHttpPart, type HttpPart } from '@tollgate/http';
import { silentLogger } from '@tollgate/observability';
import { waitUntil } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';
const patience = { timeoutMs: 30_000, pollMs: 5 };

/** A relay of which there are two. */
interface Relay {
  part: HttpPart;
  readonly url: string;
  calls: number;
  handler: RequestListener;
  restart(): Promise<void>;
}

async function startRelay(): Promise<Relay> {
  const answer: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('{}'));
  };
  const create = (port: number): HttpPart =>
    createInnerHttpPart({
      name: 'relay',
      host: '127.0.0.1',
      port,
      logger: silentLogger,
      drainGraceMs: 0,
      handler: (request, response) => {
        relay.calls += 1;
        relay.handler(request, response);
      },
    });
  const part = create(0);
  await part.start?.();
  const { port } = part.address();
  const relay: Relay = {
    part,
    url: `http://127.0.0.1:${port}`,
    calls: 0,
    handler: answer,
    restart: async () => {
      relay.part = create(port);
      await relay.part.start?.();
    },
  };
  return relay;
}

/** Small and large bodies are forwarded by different code. */
const forwarders = [
  { forwarder: 'small forwarder', body: { text: 'x' } },
  { forwarder: 'proxy', body: { text: 'x'.repeat(100_000) } },
] as const;

describe.each(forwarders)('two relays behind the $forwarder', ({ body }) => {
  let edge: EdgeUnderTest;
  let relays: readonly [Relay, Relay];

  beforeEach(async () => {
    relays = [await startRelay(), await startRelay()];
    const url = relays.map((relay) => relay.url).join();
    const urls = { auth: url, billing: url, orgs: url, relay: url, video: url, audit: url };
    edge = await startEdge({ config: { urls } });
    for (let key = 0; key < 8; key++) {
      const caller = { keyId: `key_${key}`, balanceNanos: 20_000_000_000n };
      edge.auth.addKey(`sk-tg-${key}`, caller);
    }
  });
  afterEach(async () => {
    await edge.stop();
    await Promise.all(relays.map(async ({ part }) => part.stop?.()));
  });

  /** Sent at once: a request of supertest is only sent when it is waited for. */
  const call = async (key = 0): Promise<{ status: number }> =>
    edge.send('post', chat, `sk-tg-${key}`).send(body);

  /** The relay that gets the calls of a key, and the other one. */
  async function sortRelays(key = 0): Promise<readonly [Relay, Relay]> {
    const before = relays[0].calls;
    expect((await call(key)).status).toBe(200);
    return relays[0].calls > before ? relays : [relays[1], relays[0]];
  }

  it('keep the calls of a key together and share the keys', async () => {
    for (let key = 0; key < 8; key++) {
      const [own, other] = await sortRelays(key);
      const before = [own.calls, other.calls];
      for (let round = 0; round < 3; round++) expect((await call(key)).status).toBe(200);
      expect([own.calls, other.calls]).toEqual([before[0]! + 3, before[1]]);
    }
    for (const { calls } of relays) expect(calls).toBeGreaterThan(0);
  });

  it('stand in for each other at once when one refuses connections', async () => {
    const [own, other] = await sortRelays();
    await own.part.stop?.();
    const before = other.calls;
    const answers = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(other.calls).toBe(before + 10);
    await own.restart();
    await waitUntil(async () => {
      const calls = own.calls;
      await call();
      return own.calls > calls;
    }, patience);
  });

  it('are unavailable together: 503 with Retry-After, and 200 when one is back', async () => {
    await Promise.all(relays.map(async ({ part }) => part.stop?.()));
    const answer = await edge.send('post', chat, 'sk-tg-0').send(body);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body).toMatchObject({
      error: { message: 'The relay service is temporarily unavailable' },
    });
    await relays[1].restart();
    expect((await call()).status).toBe(200);
  });

  it('never get a call that another one may have received', async () => {
    const [own, other] = await sortRelays();
    own.handler = (request) => request.socket.destroy();
    const before = other.calls;
    expect((await call()).status).toBe(502);
    expect(other.calls).toBe(before);
  });

  it('get no new calls while they drain, and their streams end', async () => {
    const [own, other] = await sortRelays();
    let finish = (): void => undefined;
    own.handler = (_request, response) => {
      response.writeHead(200).write('begin ');
      finish = () => response.end('end');
    };
    const stream = await fetch(edge.baseUrl + chat, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-tg-0' },
      body: JSON.stringify(body),
    });
    const stopped = own.part.stop?.();
    const before = own.calls;
    const text = 'instance takes no requests';
    const isNoticed = (): boolean =>
      edge.logs.lines().some(({ message, url }) => message === text && url === own.url);
    await waitUntil(isNoticed, patience);
    const others = other.calls;
    for (let round = 0; round < 5; round++) expect((await call()).status).toBe(200);
    expect(own.calls).toBe(before);
    expect(other.calls).toBe(others + 5);
    finish();
    expect(await stream.text()).toBe('begin end');
    await stopped;
  });

  it('share the calls of one key when it has many at once', async () => {
    const [own, other] = await sortRelays();
    const waiting: (() => void)[] = [];
    const wait: RequestListener = (request, response) => {
      request.resume();
      waiting.push(() => response.end('{}'));
    };
    own.handler = wait;
    other.handler = wait;
    const before = own.calls;
    const calls = Array.from({ length: 48 }, () => call());
    await waitUntil(() => waiting.length === 48, patience);
    const share = own.calls - before;
    waiting.forEach((finish) => finish());
    await Promise.all(calls);
    // A quarter more than the average of 24.
    expect(share).toBeGreaterThan(24);
    expect(share).toBeLessThanOrEqual(31);
  });
});

describe('a body that comes slowly', () => {
  it('goes to the other relay when its connection closes before any of it was sent', async () => {
    const relays = [await startRelay(), await startRelay()] as const;
    const url = relays.map((relay) => relay.url).join();
    const urls = { auth: url, billing: url, orgs: url, relay: url, video: url, audit: url };
    const edge = await startEdge({ config: { urls } });
    edge.auth.addKey('sk-tg-0', { balanceNanos: 20_000_000_000n });
    const bodies: string[] = [];
    for (const relay of relays) {
      relay.handler = (request, response) => {
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          bodies.push(text);
          response.end('{}');
        });
      };
    }
    const open = (): ReturnType<typeof httpRequest> =>
      httpRequest({
        ...{ host: '127.0.0.1', port: edge.port, path: chat, method: 'POST' },
        headers: { authorization: 'Bearer sk-tg-0', 'content-length': 100_000 },
      });
    const listen = (sent: ReturnType<typeof httpRequest>): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => void sent.on('response', resolve).on('error', reject));
    // Leaves an idle connection behind, which the next request waits with.
    const first = open();
    const firstAnswer = listen(first);
    first.end('a'.repeat(100_000));
    (await firstAnswer).resume();
    const own = relays.find(({ calls }) => calls === 1)!;
    const second = open();
    const secondAnswer = listen(second);
    second.flushHeaders();
    // Usually it waits with that connection by then; a request that comes later is served too.
    await sleep(200);
    await own.part.stop?.();
    second.end('b'.repeat(100_000));
    const answer = await secondAnswer;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(bodies.map((text) => [text.length, text[0]])).toEqual([
      [100_000, 'a'],
      [100_000, 'b'],
    ]);
    expect(edge.logs.lines()).toContainEqual(
      expect.objectContaining({ message: 'instance not reached', url: own.url }),
    );
    await edge.stop();
    await Promise.all(relays.map(async ({ part }) => part.stop?.()));
  });
});
