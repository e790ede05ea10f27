import type { Database, Queryable } from '@tollgate/postgres';
import { createAlertStore } from '../alerts/alert-store';
import { createAutoTopupStore } from '../auto-top-ups/auto-topup-store';
import { createChargeStore } from '../auto-top-ups/charge-store';
import { createPaymentMethodStore } from '../auto-top-ups/payment-method-store';
import { createGrantStore } from '../grants/grant-store';
import { createBook } from '../ledger/book-store';
import { createChannelStore } from '../top-ups/channel-store';
import { createReversalStore, createSuspensionStore } from '../top-ups/reversal-store';
import { createTopupStore } from '../top-ups/topup-store';
import type { MoneyStore, MoneyStores } from './money-ports';

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
    autoTopups: createAutoTopupStore(sql),
    charges: createChargeStore(sql),
    methods: createPaymentMethodStore(sql),
  };
}
