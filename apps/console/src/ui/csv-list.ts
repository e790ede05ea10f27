import type { CsvRows } from './csv';

/** A list as a file: a line of names, and its items as far as they were read. */
export interface CsvList {
  readonly rows: CsvRows;
  /** Undefined: the whole list. Otherwise the list is longer than this number of its items. */
  readonly cutAt: number | undefined;
}

export function makeCsvList(
  names: readonly string[],
  { hasMore, rows }: { readonly rows: CsvRows; readonly hasMore: boolean },
): CsvList {
  return { rows: [names, ...rows], cutAt: hasMore ? rows.length : undefined };
}

/** A file that is not the whole list says so in its name. */
export function nameCsvList(name: string, { cutAt }: Pick<CsvList, 'cutAt'>): string {
  return cutAt === undefined ? name : `${name}-first-${cutAt}`;
}
