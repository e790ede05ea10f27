import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import type { CurlQuery } from '../../ui/curl';
import { CurlLink } from '../../ui/curl-link';
import { FindField } from '../../ui/find-field';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column, type Sorting } from '../../ui/table';
import type { SortedItems } from './use-sorted-items';

/** A page of any list of the operator's API. */
export interface ItemPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | null;
}

export function useItems<Item>(
  name: string,
  load: (cursor: string | undefined) => Promise<ItemPage<Item>>,
): UseInfiniteQueryResult<InfiniteData<ItemPage<Item>>> {
  return usePages<ItemPage<Item>, object>(['operator', name], {}, ({ cursor }) => load(cursor));
}

/** A titled list with its actions; every list of the operator looks and pages alike. */
export function OperatorList<Item>({
  actions,
  children,
  columns,
  curl,
  emptyText,
  find,
  findLabel,
  items,
  query,
  rowKey,
  sorting,
  title,
}: {
  readonly title: string;
  readonly items: ReturnType<typeof useItems<Item>>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string;
  readonly emptyText: string;
  /** The path that lists the same. */
  readonly curl: string;
  readonly actions?: ReactNode;
  /** The search of `useSortedItems`, with what it searches. */
  readonly find?: SortedItems<Item>['find'];
  readonly findLabel?: string;
  readonly sorting?: Sorting;
  /** The parameters of the request. */
  readonly query?: SortedItems<Item>['query'] | CurlQuery;
  /** Dialogs, and filters above the table. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Card
      title={title}
      actions={
        <span className="flex flex-wrap gap-2">
          <CurlLink path={curl} {...(query !== undefined && { query: { ...query } })} />
          {actions}
        </span>
      }
    >
      {children}
      {find !== undefined && <FindField label={findLabel ?? t('Find')} {...find} />}
      <QueryView query={items} lines={8}>
        {({ pages }) => (
          <Table
            caption={title}
            columns={columns}
            rows={pages.flatMap((page) => page.items)}
            rowKey={rowKey}
            {...(sorting !== undefined && { sorting })}
            empty={
              <EmptyState title={query?.search === undefined ? emptyText : t('Nothing found')} />
            }
          />
        )}
      </QueryView>
      <MoreButton query={items} />
    </Card>
  );
}

/** Query parameters without those that were not chosen. */
export function pageQuery(cursor: string | undefined): { readonly cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}
