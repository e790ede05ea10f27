import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import { HostPool } from './host-pool';

const connectionTimeoutMillis = 300;

describe('a pool of connections', () => {
  let testDatabase: TestDatabase<'shop'> | undefined;
  const pools: HostPool[] = [];
  beforeAll(async () => {
    testDatabase = await createTestDatabase({ schemas: ['shop'] });
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await testDatabase?.drop();
  });

  function open(url: string): HostPool {
    const pool = new HostPool(url, { connectionTimeoutMillis, max: 1 }, () => undefined);
    pools.push(pool);
    return pool;
  }

  it('connects although the process stood still for longer than the time limit', async () => {
    const pool = open(testDatabase?.urlOf('shop') ?? '');
    const answer = pool.query({ text: 'SELECT 1 AS one' });
    standStill(connectionTimeoutMillis * 2);
    await expect(answer).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('gives up on a server that does not answer within the time limit', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      const connect = open(`postgres://user@127.0.0.1:${port}/shop`).connect();
      await expect(connect).rejects.toThrow('Connection terminated due to connection timeout');
    } finally {
      silent.close();
    }
  });
});

function standStill(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
