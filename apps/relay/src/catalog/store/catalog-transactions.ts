import { recordAudit } from '@tollgate/event-log';
import type { Database } from '@tollgate/postgres';
import type { CatalogTransactions } from '../manage/catalog-book';
import { CatalogStore } from './catalog-store';

export function createCatalogTransactions(database: Database): CatalogTransactions {
  return {
    run: (run) =>
      database.withTransaction((transaction) =>
        run(new CatalogStore(transaction), (entry) => recordAudit(transaction, entry)),
      ),
  };
}
