export interface QueryResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number;
}

/** Where SQL can be sent: a pool, or one transaction on one connection. */
export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
  /** As a prepared statement: parsed once per connection. The name must belong to one text only. */
  queryNamed<Row>(
    name: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>;
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How often the whole function may run when Postgres reports a conflict. */
  readonly attemptsMax?: number;
}

export interface Database extends Queryable {
  /**
   * Commits when `run` resolves and rolls back when it throws. `run` is called again after a
   * serialization failure or a deadlock, so it must touch nothing but the transaction.
   */
  withTransaction<T>(
    run: (transaction: Queryable) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Rejects when the database does not answer in time. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}
