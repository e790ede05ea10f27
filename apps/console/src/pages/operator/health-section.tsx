import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getOverview } from '../../api/generated/sdk.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { BrakeCard } from './brake-card';

const refreshMs = 5_000;

export function HealthSection(): ReactNode {
  const overview = useQuery({
    queryKey: ['operator', 'overview'],
    queryFn: () => read(getOverview()),
    refetchInterval: refreshMs,
  });
  return (
    <>
      <Card title={t('Right now')} actions={<CurlLink path="/api/admin/overview" />}>
        <QueryView query={overview}>
          {({ credit, topups, usage, users }) => (
            <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
              <Figure
                label={t('Spend this hour (USD)')}
                note={t('calls: {count}', { count: formatCount(usage.thisHour.requests) })}
              >
                <Money usd={usage.thisHour.spend} />
              </Figure>
              <Figure
                label={t('Spend today (USD)')}
                note={t('calls: {count}', { count: formatCount(usage.today.requests) })}
              >
                <Money usd={usage.today.spend} />
              </Figure>
              <Figure label={t('Spend yesterday (USD)')}>
                <Money usd={usage.yesterday.spend} />
              </Figure>
              <Figure
                label={t('Credit in wallets (USD)')}
                note={t('wallets below zero: {count}', {
                  count: formatCount(credit.walletsBelowZero),
                })}
              >
                <Money usd={credit.balanceUsd} />
              </Figure>
              <Figure
                label={t('Open top-ups')}
                note={t('{count} with a problem', { count: formatCount(topups.withProblem) })}
              >
                {formatCount(topups.pending)}
              </Figure>
              <Figure
                label={t('Users')}
                note={
                  users === null
                    ? t('cannot be counted now')
                    : t('{count} new since yesterday', { count: formatCount(users.createdLastDay) })
                }
              >
                {users === null ? '–' : formatCount(users.total)}
              </Figure>
            </div>
          )}
        </QueryView>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <BrakeCard />
        <Card title={t('Models of today')}>
          <QueryView query={overview}>
            {({ topModels }) => (
              <Table
                caption={t('Models of today')}
                rows={topModels}
                rowKey={({ model }) => model}
                empty={<EmptyState title={t('No call today')} />}
                columns={[
                  { key: 'model', title: t('Model'), render: ({ model }) => model },
                  {
                    key: 'calls',
                    title: t('Calls'),
                    isFigure: true,
                    render: ({ requests }) => formatCount(requests),
                  },
                  {
                    key: 'spend',
                    title: t('Spend (USD)'),
                    isFigure: true,
                    render: ({ spend }) => <Money usd={spend} />,
                  },
                ]}
              />
            )}
          </QueryView>
        </Card>
      </div>
    </>
  );
}
