import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from './states';

/** The part of a query that a page needs to show its three states. */
interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Loading, error or content, alike on every page. Former content stays during a reload. */
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
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return placeholder;
}
