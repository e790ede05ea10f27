import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { liftTopupSuspension, listTopupSuspensions } from '../../api/generated/sdk.gen';
import type { TopupSuspension } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Time } from '../../ui/time';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ReasonDialog } from './reason-dialog';
import { OwnerLink } from './owner-link';

/** Wallets that may not be topped up, because a provider took a payment back. */
export function TopUpSuspensions(): ReactNode {
  const [lifted, setLifted] = useState<TopupSuspension>();
  const items = useItems('topup-suspensions', (cursor) =>
    read(listTopupSuspensions({ query: pageQuery(cursor) })),
  );
  return (
    <OperatorList
      title={t('Wallets that may not be topped up')}
      items={items}
      curl="/api/admin/topup-suspensions"
      rowKey={({ walletId }) => walletId}
      emptyText={t('Every wallet may be topped up')}
      columns={[
        { key: 'time', title: t('Since'), render: (row) => <Time at={row.createdAt} /> },
        {
          key: 'wallet',
          title: t('Wallet'),
          render: ({ walletId }) => <OwnerLink id={walletId} />,
        },
        { key: 'reason', title: t('Reason'), render: ({ reason }) => reason },
        {
          key: 'actions',
          title: t('Actions'),
          render: (row) => <Button onClick={() => setLifted(row)}>{t('Allow again')}</Button>,
        },
      ]}
    >
      {lifted !== undefined && (
        <ReasonDialog
          title={t('Allow top-ups again?')}
          action={t('Allow again')}
          onClose={() => setLifted(undefined)}
          onConfirm={(reason, key) =>
            read(
              liftTopupSuspension({
                path: { id: lifted.walletId },
                body: { reason },
                ...once(key),
              }),
            )
          }
        >
          <p>{t('The wallet {wallet} can be topped up again.', { wallet: lifted.walletId })}</p>
        </ReasonDialog>
      )}
    </OperatorList>
  );
}
