import {
  hashKey,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';

interface ListPage {
  readonly nextCursor?: string | null;
}

/**
 * A list that is read page by page. When only the query changes, the former rows stay until the new
 * ones are there; rows of another scope, such as another organization, are never shown.
 */
export function usePages<Page extends ListPage, Query extends object>(
  scope: readonly unknown[],
  query: Query,
  load: (query: Query & { readonly cursor?: string }) => Promise<Page>,
  refetchInterval?: (pages: readonly Page[]) => number | false,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery({
    queryKey: [...scope, query],
    queryFn: ({ pageParam }) => load(pageParam === '' ? query : { ...query, cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
    placeholderData: (rows, former) =>
      hashKey(former?.queryKey.slice(0, -1) ?? []) === hashKey(scope) ? rows : undefined,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.pages ?? []) ?? false,
  });
}
