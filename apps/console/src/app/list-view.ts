import type { Sorting } from '../ui/table';
import { compact, readChoice, readText, type Search } from './search';

export const orders = ['asc', 'desc'] as const;
export type Order = (typeof orders)[number];

/** Search and order of a list, as they stand in the URL. */
export interface ListView {
  readonly find?: string;
  readonly sort?: string;
  readonly order?: Order;
}

export function readListView(search: Search): ListView {
  return compact({
    find: readText(search, 'find'),
    sort: readText(search, 'sort'),
    order: readChoice(search, 'order', orders),
  });
}

/** What the server can sort a list by, and its order without a choice. */
export interface ListRules<Sort extends string> {
  readonly sorts: readonly Sort[];
  readonly sort: Sort;
  readonly order: Order;
}

export interface ListQuery<Sort extends string> {
  readonly search?: string;
  readonly sort: Sort;
  readonly order: Order;
  readonly limit: number;
}

const pageSize = 50;

/** The parameters of a request; a sort that this list does not have becomes the default. */
export function makeListQuery<Sort extends string>(
  { find = '', order, sort }: ListView,
  rules: ListRules<Sort>,
): ListQuery<Sort> {
  const search = find.trim();
  const known = rules.sorts.find((each) => each === sort);
  return {
    sort: known ?? rules.sort,
    order: order ?? rules.order,
    limit: pageSize,
    ...(search !== '' && { search }),
  };
}

/** The sort buttons of a table. */
export function makeSorting<View extends ListView>(
  { order, sort }: Pick<ListQuery<string>, 'order' | 'sort'>,
  view: View,
  onView: (view: View) => void,
): Sorting {
  return {
    by: sort,
    isDescending: order === 'desc',
    onSort: (by, isDescending) =>
      onView({ ...view, sort: by, order: isDescending ? 'desc' : 'asc' }),
  };
}
