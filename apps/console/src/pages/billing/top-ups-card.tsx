import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listTopups } from '../../api/generated/sdk.gen';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { TopUpStatus } from './top-up-status';

const pageSize = 20;

export function TopUpsCard(): ReactNode {
  const topUps = usePages(['topups'], { limit: pageSize }, (query) => read(listTopups({ query })));
  return (
    <Card title={t('Top-ups')}>
      <QueryView query={topUps}>
        {({ pages }) => (
          <Table
            caption={t('Top-ups')}
            rows={pages.flatMap((page) => page.topups)}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No top-up yet')} />}
            columns={[
              {
                key: 'time',
                title: t('Time'),
                render: ({ createdAt, id }) => (
                  <Link to="/billing/top-ups/$topupId" params={{ topupId: id }}>
                    <Time at={createdAt} />
                  </Link>
                ),
              },
              {
                key: 'status',
                title: t('Status'),
                render: ({ status }) => <TopUpStatus status={status} />,
              },
              { key: 'channel', title: t('Paid by'), render: ({ channel }) => channel },
              {
                key: 'credit',
                title: t('Credit (USD)'),
                isFigure: true,
                render: ({ amountUsd }) => <Money usd={amountUsd} />,
              },
              {
                key: 'total',
                title: t('Total with fees (USD)'),
                isFigure: true,
                render: ({ totalUsd }) => <Money usd={totalUsd} />,
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={topUps} />
    </Card>
  );
}
