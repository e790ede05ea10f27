type ColumnType = 'text' | 'bigint' | 'smallint' | 'integer' | 'date' | 'boolean';

/** A column of a batch: its type in SQL and where a row has it. */
export interface Column<Row> {
  readonly type: ColumnType;
  readonly read: (row: Row) => string | number | bigint | boolean;
}

/** Rows as one array literal per column: one parameter each, whatever the number of rows. */
export interface ColumnBatch<Row> {
  readonly parameters: number;
  /** `unnest($n::text[], …) AS name (column, …)`; the first parameter is $first. */
  readonly from: (name: string, first: number) => string;
  readonly values: (rows: readonly Row[]) => string[];
}

/**
 * Array literals are written here and not by `pg`, which quotes and escapes numbers, too: on the
 * posting path that showed in profiles.
 */
export function defineColumns<Row>(
  columns: Readonly<Record<string, Column<Row>>>,
): ColumnBatch<Row> {
  const names = Object.keys(columns);
  const list = Object.values(columns);
  return {
    parameters: list.length,
    from: (name, first) => {
      const arrays = list.map(({ type }, index) => `$${first + index}::${type}[]`);
      return `unnest(${arrays.join(', ')}) AS ${name} (${names.join(', ')})`;
    },
    values: (rows) => list.map((column) => writeArray(column, rows)),
  };
}

function writeArray<Row>({ type, read }: Column<Row>, rows: readonly Row[]): string {
  let text = '';
  for (const row of rows) {
    const value = read(row);
    const item = type === 'text' ? quote(value as string) : String(value);
    text += text === '' ? item : `,${item}`;
  }
  return `{${text}}`;
}

function quote(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
