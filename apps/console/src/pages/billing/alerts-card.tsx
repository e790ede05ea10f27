import { memo, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listAlerts } from '../../api/generated/sdk.gen';
import type { ListAlertsResponse } from '../../api/generated/types.gen';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { makeWalletKey, type WalletProps } from './wallet';

type Alert = ListAlertsResponse['items'][number];

const pageSize = 20;

/** Limits that were nearly used up, and whether a mail was sent about them. */
function AlertsCardView({ orgId }: WalletProps): ReactNode {
  const alerts = usePages(makeWalletKey(orgId, 'alerts'), { limit: pageSize }, (query) =>
    read(listAlerts({ query: { ...query, orgId } })),
  );
  return (
    <Card title={t('Alerts')}>
      <p className="text-muted">
        {t('A mail is sent when 50, 80 and 95 % of the credit or of a limit are used.')}
      </p>
      <QueryView query={alerts}>
        {({ pages }) => (
          <Table
            caption={t('Alerts')}
            rows={pages.flatMap((page) => page.items)}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No limit was nearly used up')} />}
            columns={[
              { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
              { key: 'limit', title: t('Limit'), render: nameLimit },
              {
                key: 'threshold',
                title: t('Reached (%)'),
                isFigure: true,
                render: ({ thresholdPercent }) => thresholdPercent,
              },
              {
                key: 'used',
                title: t('Used (USD)'),
                isFigure: true,
                render: ({ usedUsd }) => <Money usd={usedUsd} />,
              },
              {
                key: 'of',
                title: t('of (USD)'),
                isFigure: true,
                render: ({ limitUsd }) => <Money usd={limitUsd} />,
              },
              {
                key: 'mailed',
                title: t('Mailed'),
                render: ({ mailedAt }) =>
                  mailedAt === null ? t('not yet') : <Time at={mailedAt} />,
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={alerts} />
    </Card>
  );
}

/** A filter of the page does not draw it again. */
export const AlertsCard = memo(AlertsCardView);

function nameLimit({ name, scope, window }: Alert): string {
  if (window === 'balance') return t('the credit of the account');
  return `${scope} ${name}, ${window}`;
}
