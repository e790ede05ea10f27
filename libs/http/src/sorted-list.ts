import { AppError } from '@tollgate/errors';
import { z } from 'zod';
import { printable, textField } from './fields';
import type { ListPage } from './read-page';

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

export interface Ordering<Sort extends string = string> {
  readonly sort: Sort;
  readonly order: SortOrder;
}

/** A place in an order: the value of the last item that was listed, and its id for equal values. */
export interface Position {
  readonly value: string;
  readonly id: string;
}

/** An item and where it stands in the order of its list. */
export interface Positioned<Item> {
  readonly item: Item;
  readonly position: Position;
}

/** One page of a list in an order of the caller's choice. */
export interface SortedPage<Sort extends string = string> extends Ordering<Sort> {
  readonly search?: string | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** `id`: the order of the ids themselves, whose cursor is the bare id. */
export type CursorValue = 'id' | 'text' | 'time' | 'end' | 'count' | 'integer' | 'decimal';

/** The end of something that has none: later than every time. */
export const endless = 'infinity';

/** Clients can forge cursors; Postgres rejects malformed times and NUL with an error. */
const isValue: Readonly<Record<CursorValue, (value: string) => boolean>> = {
  id: () => true,
  text: (value) => printable.test(value),
  time: isTime,
  end: (value) => value === endless || isTime(value),
  count: (value) => /^\d{1,19}$/.test(value),
  integer: (value) => /^-?\d{1,9}$/.test(value),
  decimal: (value) => /^\d{1,18}(?:\.\d{1,18})?$/.test(value),
};

const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const secondsLength = 'YYYY-MM-DDThh:mm:ss'.length;

function isTime(value: string): boolean {
  // Postgres has no year zero.
  if (!utcTime.test(value) || value.startsWith('0000')) return false;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return false;
  // A day that a month does not have is read as one of the next month.
  return time.toISOString().slice(0, secondsLength) === value.slice(0, secondsLength);
}

export interface CursorRules<Sort extends string> {
  readonly isId: (id: string) => boolean;
  readonly values: Readonly<Record<Sort, CursorValue>>;
}

/** Opaque to clients. It names its order, so that it cannot be used with another one. */
export function encodeCursor<Sort extends string>(
  { values }: CursorRules<Sort>,
  { order, sort }: Ordering<Sort>,
  { id, value }: Position,
): string {
  if (values[sort] === 'id') return id;
  return Buffer.from(JSON.stringify([sort, order, id, value]), 'utf8').toString('base64url');
}

/** Raises: unsupported_param for a cursor of another order, and for one that we did not make. */
export function decodeCursor<Sort extends string>(
  rules: CursorRules<Sort>,
  ordering: Ordering<Sort>,
  cursor: string,
): Position {
  const found = readPosition(rules, ordering, cursor);
  if (found !== undefined && rules.isId(found.id)) return found;
  throw new AppError('unsupported_param', {
    message: 'cursor must be the nextCursor of the page before, with the same sort and order',
    param: 'cursor',
  });
}

function readPosition<Sort extends string>(
  { values }: CursorRules<Sort>,
  ordering: Ordering<Sort>,
  cursor: string,
): Position | undefined {
  const kind = values[ordering.sort];
  if (kind === 'id') return { id: cursor, value: cursor };
  const [sort, order, id, value] = parseList(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (sort !== ordering.sort || order !== ordering.order) return undefined;
  if (typeof id !== 'string' || typeof value !== 'string') return undefined;
  return isValue[kind](value) ? { id, value } : undefined;
}

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Reads one item more than the page has: it shows whether another page follows. */
export async function readSortedPage<Item, Sort extends string>(
  rules: CursorRules<Sort>,
  page: SortedPage<Sort>,
  list: (page: SortedPage<Sort>) => Promise<readonly Positioned<Item>[]>,
): Promise<ListPage<Item>> {
  const found = await list({ ...page, limit: page.limit + 1 });
  const items = found.slice(0, page.limit);
  const last = found.length > page.limit ? items.at(-1) : undefined;
  return {
    items: items.map(({ item }) => item),
    nextCursor: last === undefined ? null : encodeCursor(rules, page, last.position),
  };
}

/** What an item of a list in memory is ordered by. */
export interface Ranked<Value extends string | number | bigint> {
  readonly id: string;
  readonly value: Value;
}

/** The same for a list in memory; `parse` reads the value of a cursor. */
export function pickSorted<Value extends string | number | bigint, Item extends Ranked<Value>>(
  items: readonly Item[],
  page: Pick<SortedPage, 'after' | 'limit' | 'order'> & { readonly offset?: number },
  parse: (text: string) => Value,
): readonly Positioned<Item>[] {
  const { after, limit, offset = 0, order } = page;
  const sign = order === 'asc' ? 1 : -1;
  const start = after && { id: after.id, value: parse(after.value) };
  return items
    .filter((item) => start === undefined || sign * compareRanked(item, start) > 0)
    .toSorted((left, right) => sign * compareRanked(left, right))
    .slice(offset, offset + limit)
    .map((item) => ({ item, position: { id: item.id, value: String(item.value) } }));
}

function compareRanked<Value extends string | number | bigint>(
  left: Ranked<Value>,
  right: Ranked<Value>,
): number {
  if (left.value !== right.value) return left.value < right.value ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

const searchCharactersMax = 200;
/** Values of an order are texts of at most some hundred characters. */
const cursorLengthMax = 2_000;

export const searchField = textField(searchCharactersMax).optional();
export const orderField = z.enum(sortOrders);
export const cursorField = z
  .string()
  .max(cursorLengthMax)
  .regex(printable, 'must not contain control characters')
  .optional()
  .meta({
    description:
      '`nextCursor` of the page before, with the same `sort` and `order`. An item that changes ' +
      'between two pages neither hides nor repeats others.',
  });

export interface SortedQuery<Sort extends string> extends Ordering<Sort> {
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Raises: unsupported_param. */
export function readSortedQuery<Sort extends string>(
  rules: CursorRules<Sort>,
  { cursor, limit, order, search, sort }: SortedQuery<Sort>,
): SortedPage<Sort> {
  const after = cursor === undefined ? undefined : decodeCursor(rules, { sort, order }, cursor);
  return { sort, order, search, limit, after };
}
