/** The columns of a table as the fields of a type: rows need no hand-written mapper. */
export interface TableColumns<T> {
  /** For SELECT and RETURNING: `wallet_id AS "walletId", …`. */
  readonly select: string;
  /** For INSERT INTO and SET: `wallet_id, …`. */
  readonly names: string;
  /** A parameter for each of `names`: `$1, …`. */
  readonly parameters: string;
  readonly values: (record: Readonly<Record<keyof T, unknown>>) => unknown[];
}

/**
 * A field has the column of its name in snake case, or the one in `renamed`. A field that ends in
 * `Ms` reads and writes a timestamp: `createdAtMs` is `created_at`.
 */
export function tableColumns<T>(
  fields: readonly (keyof T & string)[],
  renamed: Partial<Record<keyof T, string>> = {},
): TableColumns<T> {
  const columns = fields.map((field) => ({ field, name: renamed[field] ?? toSnakeCase(field) }));
  return {
    select: columns.map(({ field, name }) => `${read(field, name)} AS "${field}"`).join(', '),
    names: columns.map(({ name }) => name).join(', '),
    parameters: columns.map((_, index) => `$${index + 1}`).join(', '),
    values: (record) => fields.map((field) => write(field, record[field])),
  };
}

function isTime(field: string): boolean {
  return field.endsWith('Ms');
}

function toSnakeCase(field: string): string {
  const name = isTime(field) ? field.slice(0, -'Ms'.length) : field;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whole milliseconds, like those of a `Date`. */
function read(field: string, name: string): string {
  return isTime(field) ? `floor(extract(epoch FROM ${name}) * 1000)::float8` : name;
}

function write(field: string, value: unknown): unknown {
  return isTime(field) && typeof value === 'number' ? new Date(value) : value;
}
