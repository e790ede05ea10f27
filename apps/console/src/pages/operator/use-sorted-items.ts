import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  makeListQuery,
  makeSorting,
  type ListQuery,
  type ListRules,
  type ListView,
} from '../../app/list-view';
import { usePages } from '../../app/use-pages';
import type { Sorting } from '../../ui/table';
import type { ItemPage, useItems } from './operator-list';

/** A list with its search and order in the URL. */
export interface SortedItems<Item> {
  readonly items: ReturnType<typeof useItems<Item>>;
  readonly find: { readonly view: ListView; readonly onView: (view: ListView) => void };
  readonly sorting: Sorting;
  /** The parameters of the request. */
  readonly query: ListQuery<string>;
}

export function useSortedItems<Item, Sort extends string>(
  name: string,
  rules: ListRules<Sort>,
  load: (query: ListQuery<Sort> & { readonly cursor?: string }) => Promise<ItemPage<Item>>,
): SortedItems<Item> {
  const view: ListView = useSearch({ from: '/shell/operator/$section' });
  const navigate = useNavigate({ from: '/operator/$section' });
  const onView = (search: ListView): void => void navigate({ search, replace: true });
  const query = makeListQuery(view, rules);
  const items = usePages(['operator', name], query, load);
  return { items, find: { view, onView }, sorting: makeSorting(query, view, onView), query };
}
