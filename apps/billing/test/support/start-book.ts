import { join } from 'node:path';
import { AuditRecorded } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createRedis, type Redis } from '@tollgate/redis';
import { createTestDatabase, startTestRedis } from '@tollgate/testing';
import { Till, type SpendCounter } from '@tollgate/till';
import { createBook, createBookStore } from '../../src/ledger/book-store';
import { makeEntry, walletAccount } from '../../src/ledger/journal-entry';
import type { BookStore } from '../../src/ledger/ports';
import { describeFigure, isHeld } from '../../src/verify/invariants';
import { verifyBook } from '../../src/verify/verify-book';
import { verifyTill } from '../../src/verify/verify-till';
import { loadTillUseCase } from '../../src/wallets/load-till';
import type { Wallet } from '../../src/wallets/wallet';

export interface BookUnderTest {
  readonly database: Database;
  readonly redis: Redis;
  readonly till: Till;
  readonly store: BookStore;
  credit(walletId: string, amountNanos: bigint): Promise<void>;
  loadTill(walletId: string, counters?: readonly SpendCounter[]): Promise<void>;
  findWallet(walletId: string): Promise<Wallet | undefined>;
  /** Names of those that do not hold. */
  listBreaches(): Promise<string[]>;
  readAuditActions(): Promise<string[]>;
  stop(): Promise<void>;
}

export const getNowMs = (): number => Date.now();

/** The book and the till on real stores, without the service around them. */
export async function startBook(): Promise<BookUnderTest> {
  const testDatabase = await createTestDatabase({ schemas: ['billing'] });
  const server = await startTestRedis();
  const url = testDatabase.urlOf('billing');
  const directory = join(__dirname, '..', '..', 'migrations');
  const logger = silentLogger;
  await runMigrations({ databaseUrl: url, schema: 'billing', directory, logger });
  const database = createDatabase({ url, name: 'test', logger });
  const redis = createRedis({ url: server.url, name: 'test', logger });
  const own = createRedis({ url: server.urlOf('billing'), name: 'billing', logger });
  await Promise.all([redis.connect(), own.connect()]);
  const till = new Till(own);
  const store = createBookStore(database);
  const loadTill = loadTillUseCase({ store, till, getNowMs });
  const book = createBook(database);
  return {
    database,
    redis,
    till,
    store,
    credit: async (walletId, amountNanos) => {
      const id = `led_${makeUlid()}`;
      const head = { id, occurredAtMs: getNowMs(), kind: 'grant', walletId } as const;
      const move = { from: 'grants', to: walletAccount(walletId), amountNanos } as const;
      await book.addEntries([makeEntry({ ...head, reference: id, reason: '' }, move)]);
    },
    loadTill: (walletId, counters = []) => loadTill(walletId, counters),
    findWallet: async (walletId) => (await book.findWallets([walletId]))[0],
    listBreaches: async () => {
      const results = [
        ...(await verifyBook(database)),
        ...(await verifyTill((ulids) => book.findPosted(ulids), till, getNowMs())),
      ];
      return results
        .filter((result) => !isHeld(result))
        .map((result) => `${result.name}: ${describeFigure(result)}`);
    },
    readAuditActions: async () => {
      const { rows } = await database.query<{ payload: Uint8Array }>(
        'SELECT payload FROM outbox ORDER BY id',
      );
      return rows.map(({ payload }) => AuditRecorded.decode(payload).action);
    },
    stop: async () => {
      redis.disconnect();
      own.disconnect();
      await database.close();
      await server.stop();
      await testDatabase.drop();
    },
  };
}
