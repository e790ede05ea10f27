import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';

/** Reads the next page of a list that has one. */
export function MoreButton({
  query,
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}): ReactNode {
  if (!query.hasNextPage) return null;
  return (
    <div className="no-print">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('Show more')}
      </Button>
    </div>
  );
}
