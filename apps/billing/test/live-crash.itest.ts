import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { Secret } from '@tollgate/config';
import { anonymousIdentity, createEdgeSigner } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import {
  createTestDatabase,
  followEvents,
  getFreePort,
  startTestRedis,
  waitUntil,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { createBookStore } from '../src/ledger/book-store';
import { aGeneration } from './support/a-generation';
import { runBilling, type BillingProcess } from './support/run-billing';

const secret = 'identity secret of the crash test';
const kills = 3;
const writers = 4;

let testDatabase: TestDatabase<'billing' | 'eventlog'>;
let redis: TestRedis;
let database: Database;
let httpPort: number;
let billing: BillingProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['billing', 'eventlog'] });
  redis = await startTestRedis();
  const databaseUrl = testDatabase.urlOf('billing');
  const directory = join(__dirname, '..', 'migrations');
  await runMigrations({ databaseUrl, schema: 'billing', directory, logger: silentLogger });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
  const [http = 0, grpc, internal, away] = await Promise.all(
    Array.from({ length: 4 }, () => getFreePort()),
  );
  httpPort = http;
  billing = await runBilling({
    BIND_HOST: '127.0.0.1',
    HTTP_PORT: String(http),
    GRPC_PORT: String(grpc),
    INTERNAL_PORT: String(internal),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.urlOf('billing'),
    EVENT_LOG_DATABASE_URL: testDatabase.urlOf('eventlog'),
    AUTH_GRPC_ADDRESS: `127.0.0.1:${away}`,
    ORGS_GRPC_ADDRESS: `127.0.0.1:${away}`,
    DEVELOPMENT_SETTINGS: 'all',
    SERVICE_SECRET: 'service secret of the crash test.',
    IDENTITY_SECRET: secret,
  });
});
afterAll(async () => {
  await billing.stop();
  await database.close();
  await redis.stop();
  await testDatabase.drop();
});

/** Small batches of charged and free calls, as several instances would post them. */
function startPosting(walletIds: readonly string[]): { readonly stop: () => Promise<void> } {
  const store = createBookStore(database);
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; !isOver; round++) {
      const walletId = walletIds[(writer + round) % walletIds.length] ?? '';
      const size = 1 + (round % 5);
      await store.postCharges(
        Array.from({ length: size }, (_, place) =>
          aGeneration({ walletId, userId: walletId, costNanos: place % 2 === 0 ? 30n : 0n }),
        ),
      );
      await sleep(Math.random() * 40);
    }
  };
  const running = Array.from({ length: writers }, (_, writer) => write(writer));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

it('sends every call once although billing is killed while calls are posted', async () => {
  const sign = createEdgeSigner(new Secret(secret), 'billing');
  const userIds = [`user_${makeUlid()}`, `user_${makeUlid()}`];
  const followers = userIds.map((userId) =>
    followEvents({
      getUrl: () => `http://127.0.0.1:${httpPort}/api/live`,
      getHeaders: () => {
        const identity = { ...anonymousIdentity, userId, walletId: userId };
        return sign({ ...identity, kind: 'session' }, 'get', '/api/live');
      },
    }),
  );
  const connected = (): Promise<unknown> =>
    waitUntil(() => followers.every((each) => each.isConnected() && each.lastEventId()), {
      timeoutMs: 20_000,
      what: 'the streams',
    });
  await connected();
  const posting = startPosting(userIds);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(1_000);
    await billing.killAndStart();
    await connected();
  }
  const readFewest = async (): Promise<number> => {
    const counts = await Promise.all(
      userIds.map((userId) =>
        database.query('SELECT 1 FROM generations WHERE wallet_id = $1', [userId]),
      ),
    );
    return Math.min(...counts.map(({ rows }) => rows.length));
  };
  await waitUntil(async () => (await readFewest()) > 100, { timeoutMs: 60_000, pollMs: 500 });
  await posting.stop();
  for (const [place, follower] of followers.entries()) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT 'gen-' || ulid AS id FROM generations WHERE wallet_id = $1`,
      [userIds[place]],
    );
    const received = (): string[] => follower.list('call').map(({ id }) => id as string);
    await waitUntil(() => received().length >= rows.length, { timeoutMs: 20_000 });
    expect(received().toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(follower.statuses.filter((status) => status === 200).length).toBeGreaterThan(kills);
    expect(follower.list('reset')).toEqual([]);
  }
  await Promise.all(followers.map((follower) => follower.stop()));
});
