import type { AuditEntry } from '@tollgate/event-log';
import type { CatalogBook, CatalogTransactions } from './catalog-book';

/** Who changes the catalog, for the audit log. */
export interface OperatorContext {
  readonly actor: AuditEntry['actor'];
  readonly ip: string;
  readonly requestId: string;
}

export interface CatalogChange<T> {
  readonly action: string;
  readonly target: AuditEntry['target'];
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly result: T;
}

/** The command was run before with the same key: there is nothing to announce. */
export interface CatalogRepeat<T> {
  readonly action: null;
  readonly result: T;
}

export type RunCatalogCommand = <T>(
  context: OperatorContext,
  command: (book: CatalogBook) => Promise<CatalogChange<T> | CatalogRepeat<T>>,
) => Promise<T>;

/** Describes the changes of one type of rows for the audit log. */
export function auditRows<Row>(
  type: string,
  describe: (row: Row) => object,
): {
  readonly saved: (action: string, id: string, after: Row, before?: Row) => CatalogChange<Row>;
  readonly deleted: (action: string, id: string, before: Row) => CatalogChange<void>;
} {
  return {
    saved: (action, id, after, before) => ({
      action,
      target: { type, id },
      before: before === undefined ? undefined : describe(before),
      after: describe(after),
      result: after,
    }),
    deleted: (action, id, before) => ({
      action,
      target: { type, id },
      before: describe(before),
      result: undefined,
    }),
  };
}

/**
 * The only place where the catalog changes: the change, its new version and its audit entry are one
 * transaction, which is announced to every relay afterwards.
 */
export function createRunCatalogCommand(options: {
  readonly transactions: CatalogTransactions;
  readonly announce: () => Promise<void>;
}): RunCatalogCommand {
  return async (context, command) => {
    const result = await options.transactions.run(async (book, recordAudit) => {
      await book.raiseVersion();
      // A change builds on the prices of this moment, even if the job has not written them yet.
      await book.plans.putInForce();
      const change = await command(book);
      if (change.action === null) return change.result;
      const { action, target, before, after } = change;
      await recordAudit({ ...context, action, target, before, after });
      return change.result;
    });
    await options.announce();
    return result;
  };
}

/** Puts planned prices in force whose time has come, without another change. */
export function createPutPlansInForce(
  transactions: CatalogTransactions,
  announce: () => Promise<void>,
): () => Promise<number> {
  return async () => {
    const plans = await transactions.run(async (book) => {
      await book.raiseVersion();
      return book.plans.putInForce();
    });
    await announce();
    return plans;
  };
}
