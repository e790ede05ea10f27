import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listCalls } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { LinkButton } from '../../ui/button';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { TimeAgo } from '../../ui/time';
import { CallStatus } from '../calls/call-status';

const query = { limit: 8 };
export const lastCallsKey = ['calls', query] as const;

export function LastCalls(): ReactNode {
  const calls = useQuery({ queryKey: lastCallsKey, queryFn: () => read(listCalls({ query })) });
  return (
    <Card title={t('Last calls')} actions={<LinkButton to="/calls">{t('All calls')}</LinkButton>}>
      <QueryView query={calls} lines={8}>
        {(data) => (
          <Table
            caption={t('Last calls')}
            rows={data.calls}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title={t('No call yet')}>
                {t('Make a key and copy one of the examples above.')}
              </EmptyState>
            }
            columns={[
              {
                key: 'time',
                title: t('Time'),
                render: ({ created_at: at, id }) => (
                  <Link to="/calls/$id" params={{ id }}>
                    <TimeAgo at={at} />
                  </Link>
                ),
              },
              { key: 'model', title: t('Model'), render: ({ model }) => model },
              { key: 'app', title: t('Program'), render: ({ app }) => app ?? '–' },
              { key: 'status', title: t('Status'), render: (call) => <CallStatus call={call} /> },
              {
                key: 'cost',
                title: t('Cost (USD)'),
                isFigure: true,
                render: ({ cost }) => <Money usd={cost} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}
