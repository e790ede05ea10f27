import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listLedger, listTopups } from '../../api/generated/sdk.gen';
import { useAccount } from '../../app/session';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { TopUpDialog } from './top-up-dialog';

const pageSize = 50;

export function BillingPage(): ReactNode {
  const { credits } = useAccount();
  const [isToppingUp, setToppingUp] = useState(false);
  return (
    <Page
      title={t('Billing')}
      lead={t('Credit is prepaid in USD. Every movement is an entry of the ledger.')}
      actions={
        <>
          <CurlLink path="/api/billing/ledger" query={{ limit: pageSize }} />
          <Button onClick={() => print()}>{t('Print')}</Button>
          <Button look="primary" onClick={() => setToppingUp(true)}>
            {t('Top up')}
          </Button>
        </>
      }
    >
      <Card>
        <div className="grid gap-4 sm:grid-cols-3">
          <Figure label={t('Balance (USD)')}>
            <Money usd={credits.balance} />
          </Figure>
          <Figure label={t('Credit ever added (USD)')}>
            <Money usd={credits.totalCredits} />
          </Figure>
          <Figure label={t('Spent so far (USD)')}>
            <Money usd={credits.totalUsage} />
          </Figure>
        </div>
      </Card>
      <TopUps />
      <Ledger />
      {isToppingUp && <TopUpDialog onClose={() => setToppingUp(false)} />}
    </Page>
  );
}

const topUpTones: Readonly<Record<string, Tone>> = {
  paid: 'good',
  pending: 'warn',
  failed: 'bad',
  expired: 'bad',
  rejected: 'bad',
};

function TopUps(): ReactNode {
  const topUps = useInfiniteQuery({
    queryKey: ['topups'],
    queryFn: ({ pageParam }) =>
      read(listTopups({ query: { limit: pageSize, ...readCursor(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = topUps.data?.pages.flatMap((page) => page.topups);
  return (
    <Card title={t('Top-ups')}>
      {topUps.isError && <ErrorState error={topUps.error} onRetry={() => void topUps.refetch()} />}
      {topUps.isPending && <LoadingState />}
      {rows !== undefined && (
        <Table
          caption={t('Top-ups')}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('No top-up yet')} />}
          columns={[
            { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
            {
              key: 'status',
              title: t('Status'),
              render: (row) => (
                <Badge tone={topUpTones[row.status] ?? 'neutral'}>{row.status}</Badge>
              ),
            },
            { key: 'channel', title: t('Paid by'), render: (row) => row.channel },
            {
              key: 'credit',
              title: t('Credit (USD)'),
              isFigure: true,
              render: (row) => <Money usd={row.amountUsd} />,
            },
            {
              key: 'total',
              title: t('Total with fees (USD)'),
              isFigure: true,
              render: (row) => <Money usd={row.totalUsd} />,
            },
          ]}
        />
      )}
      <More
        isShown={topUps.hasNextPage}
        isBusy={topUps.isFetchingNextPage}
        onMore={() => void topUps.fetchNextPage()}
      />
    </Card>
  );
}

function Ledger(): ReactNode {
  const ledger = useInfiniteQuery({
    queryKey: ['ledger', 'pages'],
    queryFn: ({ pageParam }) =>
      read(listLedger({ query: { limit: pageSize, ...readCursor(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = ledger.data?.pages.flatMap((page) => page.entries);
  return (
    <Card title={t('Ledger')}>
      {ledger.isError && <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />}
      {ledger.isPending && <LoadingState lines={6} />}
      {rows !== undefined && (
        <Table
          caption={t('Ledger')}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('Nothing was booked yet')} />}
          columns={[
            { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
            { key: 'kind', title: t('Kind'), render: (row) => row.kind },
            {
              key: 'ref',
              title: t('For'),
              render: (row) => <span className="font-mono text-xs">{row.ref ?? '–'}</span>,
            },
            {
              key: 'amount',
              title: t('Amount (USD)'),
              isFigure: true,
              render: (row) => <Money usd={row.amountUsd} />,
            },
            {
              key: 'balance',
              title: t('Balance after (USD)'),
              isFigure: true,
              render: (row) => <Money usd={row.balanceAfter} />,
            },
          ]}
        />
      )}
      <More
        isShown={ledger.hasNextPage}
        isBusy={ledger.isFetchingNextPage}
        onMore={() => void ledger.fetchNextPage()}
      />
    </Card>
  );
}

function readCursor(cursor: string): { readonly cursor?: string } {
  return cursor === '' ? {} : { cursor };
}

function More(props: {
  readonly isShown: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}): ReactNode {
  if (!props.isShown) return null;
  return (
    <div className="no-print">
      <Button isBusy={props.isBusy} onClick={props.onMore}>
        {t('Show more')}
      </Button>
    </div>
  );
}
