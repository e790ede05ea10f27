import type { ReactNode } from 'react';
import { ErrorState, LoadingState, StaleNotice } from './states';

/** The part of a query that a page needs to show its three states. */
interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
  /** Of a list: the next page failed, which `MoreButton` shows. */
  readonly isFetchNextPageError?: boolean;
}

/**
 * Loading, error or content, alike on every page. Former content stays during a reload, and after
 * one that failed, with a note that it may be old.
 */
export function QueryView<Data>({
  children,
  lines = 4,
  placeholder = <LoadingState lines={lines} />,
  query,
}: {
  readonly query: ShownQuery<Data>;
  /** As many as make the placeholder about as high as the content, so that nothing moves. */
  readonly lines?: number;
  /** For content that lines do not resemble. */
  readonly placeholder?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const retry = (): void => void query.refetch();
  if (query.data !== undefined) {
    const isStale = query.isError && query.isFetchNextPageError !== true;
    return (
      <>
        {isStale && <StaleNotice error={query.error} onRetry={retry} />}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={retry} />;
  }
  return placeholder;
}
