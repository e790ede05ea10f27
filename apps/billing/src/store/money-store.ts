import type { Database, Queryable } from '@tollgate/postgres';
import type { MoneyStore, MoneyStores } from '../use-cases/money-in-ports';
import { createAlertStore } from './alert-store';
import { createBook } from './book-store';
import { createChannelStore } from './channel-store';
import { createGrantStore } from './grant-store';
import { createReversalStore, createSuspensionStore } from './reversal-store';
import { createTopupStore } from './topup-store';

export function createMoneyStore(database: Database): MoneyStore {
  return {
    ...createStores(database),
    inTransaction: (run) =>
      database.withTransaction((sql) => run({ ...createStores(sql), book: createBook(sql) })),
  };
}

function createStores(sql: Queryable): MoneyStores {
  return {
    topups: createTopupStore(sql),
    channels: createChannelStore(sql),
    grants: createGrantStore(sql),
    alerts: createAlertStore(sql),
    reversals: createReversalStore(sql),
    suspensions: createSuspensionStore(sql),
  };
}
