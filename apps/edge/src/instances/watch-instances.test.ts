import { Agent } from 'node:http';
import { createInnerHttpPart, type HttpPart } from '@tollgate/http';
import { silentLogger } from '@tollgate/observability';
import { waitUntil } from '@tollgate/testing';
import { watchInstances, type WatchedInstances } from './watch-instances';

const patience = { timeoutMs: 30_000, pollMs: 10 };

function createPart(host: string, port: number): HttpPart {
  const handler = (): void => undefined;
  return createInnerHttpPart({ name: 'relay', host, port, handler, logger: silentLogger });
}

describe('instances behind one name', () => {
  const hosts = ['127.0.0.1', '127.0.0.2'];
  let answer: () => Promise<readonly string[]>;
  let first: HttpPart;
  let second: HttpPart;
  let watched: WatchedInstances<'auth' | 'relay'>;

  beforeEach(async () => {
    answer = async () => hosts;
    first = createPart('127.0.0.1', 0);
    await first.start?.();
    const { port } = first.address();
    second = createPart('127.0.0.2', port);
    await second.start?.();
    watched = watchInstances({
      addresses: { auth: 'http://auth:8080', relay: `dns+http://relay-pods:${port}` },
      createAgent: () => new Agent({ keepAlive: true }),
      logger: silentLogger,
      resolve: () => answer(),
    });
    for (const part of watched.parts) await part.start?.();
  });
  afterEach(async () => {
    for (const part of watched.parts) await part.stop?.();
    await Promise.all([first, second].map(async (part) => part.stop?.()));
  });

  const list = () => watched.lists.get('relay')!.all;
  const listUrls = (): readonly string[] => list().map(({ url }) => url);

  it('are known before the first request, and a service with one address is not watched', () => {
    const { port } = first.address();
    expect(listUrls()).toEqual(hosts.map((host) => `http://${host}:${port}`));
    expect(list().map(({ isUp }) => isUp)).toEqual([true, true]);
    expect(watched.lists.has('auth')).toBe(false);
  });

  it('come and go with DNS, and those that stay keep their requests', async () => {
    const [kept] = list();
    kept!.active = 3;
    answer = async () => ['127.0.0.1'];
    await waitUntil(() => list().length === 1, patience);
    expect(list()[0]).toBe(kept);
    answer = async () => hosts;
    await waitUntil(() => list().length === 2, patience);
    expect(list()[0]).toBe(kept);
  });

  it('stay as they are while DNS fails or answers nothing', async () => {
    let asked = 0;
    answer = async () => {
      asked += 1;
      if (asked === 1) return [];
      throw new Error('no name server');
    };
    await waitUntil(() => asked >= 2, patience);
    expect(list()).toHaveLength(2);
  });

  it('are down while they drain or refuse connections, and up again after a restart', async () => {
    const [own] = list();
    const { port } = first.address();
    await first.stop?.();
    await waitUntil(() => !own!.isUp, patience);
    first = createPart('127.0.0.1', port);
    await first.start?.();
    await waitUntil(() => own!.isUp, patience);
    expect(list()[1]!.isUp).toBe(true);
  });
});
