import type { ReactNode } from 'react';
import type { RouteHealth } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/page';
import { Table } from '../../ui/table';

/** Default keys serve models without a route; they have health, but no entry in the list. */
export function DefaultRoutes({ health }: { readonly health: readonly RouteHealth[] }): ReactNode {
  const rows = health.filter(({ pattern }) => pattern === 'default');
  if (rows.length === 0) return null;
  return (
    <Card title={t('Default provider keys')}>
      <Table
        caption={t('Default provider keys')}
        rows={rows}
        rowKey={({ routeId }) => routeId}
        empty={null}
        columns={[
          { key: 'provider', title: t('Provider'), render: ({ provider }) => provider },
          {
            key: 'state',
            title: t('Circuit'),
            render: ({ state }) =>
              state === 'closed' ? (
                <Badge tone="good">{t('closed')}</Badge>
              ) : (
                <Badge tone="bad">{t('open: asked last')}</Badge>
              ),
          },
          {
            key: 'failures',
            title: t('Recent failures'),
            isFigure: true,
            render: ({ recentFailures }) => recentFailures,
          },
        ]}
      />
    </Card>
  );
}
