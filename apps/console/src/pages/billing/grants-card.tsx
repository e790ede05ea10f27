import { memo, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listOwnGrants } from '../../api/generated/sdk.gen';
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

const pageSize = 20;

/** Credit that was given, and how long it lasts. */
function GrantsCardView({ orgId }: WalletProps): ReactNode {
  const grants = usePages(makeWalletKey(orgId, 'grants'), { limit: pageSize }, (query) =>
    read(listOwnGrants({ query: { ...query, orgId } })),
  );
  return (
    <Card title={t('Grants')}>
      <QueryView query={grants}>
        {({ pages }) => (
          <Table
            caption={t('Grants')}
            rows={pages.flatMap((page) => page.items)}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No credit was granted')} />}
            columns={[
              { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
              { key: 'reason', title: t('Reason'), render: ({ reason }) => reason },
              {
                key: 'amount',
                title: t('Credit (USD)'),
                isFigure: true,
                render: ({ amountUsd }) => <Money usd={amountUsd} />,
              },
              {
                key: 'left',
                title: t('Left (USD)'),
                isFigure: true,
                render: ({ leftUsd }) => (leftUsd === null ? '–' : <Money usd={leftUsd} />),
              },
              {
                key: 'expires',
                title: t('Expires'),
                render: ({ expiresAt }) =>
                  expiresAt === null ? t('never') : <Time at={expiresAt} />,
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={grants} />
    </Card>
  );
}

/** A filter of the page does not draw it again. */
export const GrantsCard = memo(GrantsCardView);
