import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { describeError } from './states';

/** Reads the next page of a list that has one. */
export function MoreButton({
  query,
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}): ReactNode {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 no-print">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t('Try again') : t('Show more')}
      </Button>
      {query.isFetchNextPageError && (
        <span role="alert" className="text-bad text-sm">
          ⚠ {describeError(query.error)}
        </span>
      )}
    </div>
  );
}
