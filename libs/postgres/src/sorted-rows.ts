/** A value that rows can be ordered by. */
export interface SortColumn {
  readonly expression: string;
  /** How the value is written in a cursor: exact, and read alike by every session. */
  readonly text: string;
  readonly type: 'text' | 'timestamptz' | 'integer';
}

export function sortByTime(expression: string): SortColumn {
  const iso = `to_json((${expression}) AT TIME ZONE 'UTC') #>> '{}'`;
  const text = `CASE WHEN isfinite(${expression}) THEN ${iso} || 'Z' ELSE 'infinity' END`;
  return { expression, text, type: 'timestamptz' };
}

export function sortByText(expression: string): SortColumn {
  return { expression, text: expression, type: 'text' };
}

export function sortByInteger(expression: string): SortColumn {
  return { expression, text: `(${expression})::text`, type: 'integer' };
}

/** Puts values into a statement and returns their parameters. */
export class SqlValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

export interface RowsPage {
  readonly order: 'asc' | 'desc';
  readonly after?: { readonly value: string; readonly id: string } | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
}

/**
 * The end of a SELECT that lists one page: rows behind the last one of the page before, found by
 * their value and by their id among equal values. It begins with another condition of the WHERE.
 */
export function makePageSql(
  values: SqlValues,
  { expression, type }: SortColumn,
  idColumn: string,
  { after, limit, offset = 0, order }: RowsPage,
): string {
  const sign = order === 'asc' ? '>' : '<';
  const isOrderOfIds = expression === idColumn;
  const columns = isOrderOfIds ? [idColumn] : [expression, idColumn];
  const behind =
    after === undefined
      ? 'true'
      : isOrderOfIds
        ? `${idColumn} ${sign} ${values.add(after.id)}`
        : `(${expression}, ${idColumn}) ${sign}
           (${values.add(after.value)}::${type}, ${values.add(after.id)})`;
  return `AND ${behind}
  ORDER BY ${columns.map((column) => `${column} ${order}`).join(', ')}
  OFFSET ${values.add(offset)} LIMIT ${values.add(limit)}`;
}

/** The pattern of LIKE for texts that begin with this one. */
export function makePrefixPattern(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
