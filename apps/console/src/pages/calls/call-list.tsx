import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useGather, useLive } from '../../app/live';
import { usePages } from '../../app/use-pages';
import { formatCount } from '../../format/number';
import { formatDuration } from '../../format/time';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { QueryView } from '../../ui/query-view';
import { RowLink } from '../../ui/row-link';
import { EmptyState, ErrorState } from '../../ui/states';
import { Time } from '../../ui/time';
import { VirtualTable, type VirtualColumn } from '../../ui/virtual-table';
import { CallStatus } from './call-status';
import { linkCall } from './link-call';
import type { Call, ReadCallPage } from './call-rows';

const pageSize = 200;
/** While the live stream is away. */
const pollMs = 5_000;

/** Calls, newest first; more are read while the list is scrolled. */
export function CallList({
  livePath,
  orgId,
  queryKey,
  readPage,
}: {
  /** The stream that tells of new calls. */
  readonly livePath: string;
  /** The organization whose calls these are; undefined: the own account. */
  readonly orgId?: string;
  readonly queryKey: readonly unknown[];
  readonly readPage: ReadCallPage;
}): ReactNode {
  const news = useNews(livePath, () => {
    // New calls appear by themselves in a short list; a long one stays where the reader is.
    if (isLong) return;
    news.clear();
    void calls.refetch();
  });
  const calls = usePages(queryKey, { limit: pageSize }, readPage, (pages) =>
    news.isAway && pages.length <= 1 ? pollMs : false,
  );
  const isLong = (calls.data?.pages.length ?? 0) > 1;
  const { fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = calls;
  const rows = useMemo(() => calls.data?.pages.flatMap((page) => page.calls) ?? [], [calls.data]);
  const columns = useMemo(() => makeColumns(orgId), [orgId]);
  const onNearEnd = useCallback(() => {
    // After a failure the reader decides when to try again.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage]);
  return (
    <>
      {isLong && <NewsButton news={news} queryKey={queryKey} />}
      <QueryView query={calls} lines={10}>
        {() => (
          <VirtualTable
            caption={t('Calls')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onNearEnd={onNearEnd}
            empty={
              <EmptyState title={t('No call')}>
                {t('No call matches, or none was made yet. A call appears a second after its end.')}
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {isFetchNextPageError && (
        <ErrorState error={calls.error} onRetry={() => void fetchNextPage()} />
      )}
      <p role="status" className="text-muted text-xs">
        {isFetchingNextPage
          ? t('Reading more …')
          : t('Calls shown: {count}', { count: formatCount(rows.length) })}
      </p>
    </>
  );
}

interface News {
  /** Calls since the list was read; some of them may not match its filters. */
  readonly count: number;
  readonly isAway: boolean;
  readonly clear: () => void;
}

/** Counts new calls; `onNews` runs at most once a second. */
function useNews(livePath: string, onNews: () => void): News {
  const [count, setCount] = useState(0);
  const gather = useGather(onNews);
  const add = (): void => {
    setCount((before) => before + 1);
    gather();
  };
  // A call that ended between the first read and the opening is in neither of them.
  const state = useLive(livePath, { call: add, reset: add, open: gather });
  return { count, isAway: state === 'away', clear: () => setCount(0) };
}

function NewsButton({
  news,
  queryKey,
}: {
  readonly news: News;
  readonly queryKey: readonly unknown[];
}): ReactNode {
  const queries = useQueryClient();
  const show = (): void => {
    news.clear();
    void queries.resetQueries({ queryKey });
  };
  return (
    <div aria-live="polite">
      {news.count > 0 && (
        <Button onClick={show}>
          {t('Show new calls ({count})', { count: formatCount(news.count) })}
        </Button>
      )}
    </div>
  );
}

function makeColumns(orgId: string | undefined): readonly VirtualColumn<Call>[] {
  return [
    {
      key: 'time',
      title: t('Time'),
      width: '11rem',
      render: ({ created_at, id }) => (
        <RowLink {...linkCall(id, orgId)}>
          <Time at={created_at} />
        </RowLink>
      ),
    },
    { key: 'model', title: t('Model'), width: 'minmax(0, 3fr)', render: ({ model }) => model },
    { key: 'app', title: t('Program'), width: 'minmax(0, 2fr)', render: ({ app }) => app ?? '–' },
    {
      key: 'status',
      title: t('Status'),
      width: '7rem',
      render: (call) => <CallStatus call={call} />,
    },
    {
      key: 'tokens',
      title: t('Tokens'),
      width: '4.5rem',
      isFigure: true,
      render: ({ completion_tokens, prompt_tokens }) =>
        formatCount(prompt_tokens + completion_tokens),
    },
    {
      key: 'duration',
      title: t('Duration'),
      width: '5rem',
      isFigure: true,
      render: ({ duration_ms }) => formatDuration(duration_ms),
    },
    {
      key: 'cost',
      title: t('Cost (USD)'),
      width: '6rem',
      isFigure: true,
      isPlain: true,
      render: ({ cost }) => <Money usd={cost} />,
    },
  ];
}
