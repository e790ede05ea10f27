import { waitUntil, withClient } from '@tollgate/embedded';

/** A table as the former release knows it. */
export interface Table {
  readonly name: string;
  /** Columns that a statement may write. */
  readonly columns: readonly string[];
  /** Columns with their types and defaults, and constraints: for comparison. */
  readonly definition: string;
}

export interface Statement {
  readonly kind: 'select' | 'update' | 'insert';
  readonly table: string;
  readonly text: string;
  readonly values?: readonly (string | null)[];
}

export interface Instances {
  /** Waits until every instance has run all of its statements so many times, or one has failed. */
  readonly runRounds: (count: number) => Promise<void>;
  readonly faults: readonly string[];
  readonly stop: () => Promise<void>;
}

const tablesQuery = `
  SELECT c.relname AS name,
         array(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                  AND a.attgenerated = '' AND a.attidentity <> 'a' ORDER BY a.attnum) AS columns,
         concat_ws(', ',
           (SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
                     a.attnotnull, pg_get_expr(d.adbin, d.adrelid)), ', ' ORDER BY a.attnum)
              FROM pg_attribute a
              LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
           (SELECT string_agg(pg_get_constraintdef(k.oid), ', ' ORDER BY k.conname)
              FROM pg_constraint k WHERE k.conrelid = c.oid)) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relname <> 'schema_migrations'
   ORDER BY c.relname`;

export function listTables(url: string, schema: string): Promise<readonly Table[]> {
  return withClient(url, async (client) => (await client.query<Table>(tablesQuery, [schema])).rows);
}

/**
 * What instances of that release may run: they name the columns that they know and no others. A
 * statement that the tables themselves refuse, such as a change of an entry of the book, is left
 * out, and so is the insert into an empty table.
 */
export function makeStatements(
  url: string,
  tables: readonly Table[],
): Promise<readonly Statement[]> {
  return withClient(url, async (client) => {
    const possible: Statement[] = [];
    for (const statement of tables.flatMap(listStatements)) {
      await client.query('BEGIN');
      const rowCount = await client.query(statement.text).then(
        (result) => result.rowCount ?? 0,
        () => undefined,
      );
      await client.query('ROLLBACK');
      const isEmpty = statement.kind === 'insert' && rowCount === 0;
      if (rowCount !== undefined && !isEmpty) possible.push(statement);
    }
    return possible;
  });
}

function listStatements({ columns, name }: Table): readonly Statement[] {
  const table = `"${name}"`;
  const list = columns.map((column) => `"${column}"`).join(', ');
  const one = `(tableoid, ctid) = (SELECT tableoid, ctid FROM ${table} LIMIT 1)`;
  const same = columns.map((column) => `"${column}" = "${column}"`).join(', ');
  return [
    { kind: 'select', table: name, text: `SELECT ${list} FROM ${table} LIMIT 100` },
    { kind: 'update', table: name, text: `UPDATE ${table} SET ${same} WHERE ${one}` },
    {
      kind: 'insert',
      table: name,
      text:
        `WITH gone AS (DELETE FROM ${table} WHERE ${one} RETURNING ${list}) ` +
        `INSERT INTO ${table} (${list}) SELECT ${list} FROM gone`,
    },
  ];
}

const readers = 2;
const faultsMax = 20;
const roundsMsMax = 50_000;

/** Instances of the former release: some read, one writes and rolls back, with limits as ours. */
export function startInstances(url: string, statements: readonly Statement[]): Instances {
  const faults: string[] = [];
  const rounds: number[] = [];
  let isStopped = false;
  const isWrite = ({ kind }: Statement): boolean => kind !== 'select';

  const run = (own: readonly Statement[], index: number): Promise<void> =>
    withClient(url, async (client) => {
      await client.query("SET lock_timeout = '3s'; SET statement_timeout = '10s'");
      while (!isStopped) {
        for (const { kind, table, text, values = [] } of own) {
          // Prepared statements also fail when the type of a column changes.
          const name = `${kind} ${table}`.slice(0, 63);
          await client.query('BEGIN');
          await client
            .query({ name, text, values: [...values] })
            .catch((error: Error) => faults.push(`${kind} ${table}: ${error.message}`));
          await client.query('ROLLBACK');
          if (isStopped || faults.length >= faultsMax) return;
        }
        rounds[index] = (rounds[index] ?? 0) + 1;
        // An instance without statements must leave the others their turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });

  const reads = statements.filter((statement) => !isWrite(statement));
  const writes = statements.filter(isWrite);
  const lives = [...Array.from({ length: readers }, () => reads), writes].map((own, index) => {
    rounds[index] = 0;
    return run(own, index).catch((error: Error) => void faults.push(error.message));
  });
  return {
    runRounds: async (count) => {
      const goals = rounds.map((done) => done + count);
      const isDone = (): boolean =>
        faults.length > 0 || rounds.every((done, index) => done >= (goals[index] ?? 0));
      await waitUntil(isDone, { timeoutMs: roundsMsMax, pollMs: 20, what: 'old instances' });
    },
    faults,
    stop: async () => {
      isStopped = true;
      await Promise.all(lives);
    },
  };
}
