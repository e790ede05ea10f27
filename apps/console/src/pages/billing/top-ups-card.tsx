import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef, type ReactNode } from 'react';
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
import { linkTopUp } from './link-billing';
import { countPaid, isAwaited, listTopUps } from './awaited-top-ups';
import { TopUpStatus } from './top-up-status';
import { makeWalletKey, type WalletProps } from './wallet';

const pageSize = 20;
const renewMs = 5_000;

/** The balance and the ledger of the page are read again when a payment arrives. */
function useRenewalAfterPayment(orgId: string | undefined, paid: number | undefined): void {
  const queries = useQueryClient();
  const known = useRef<number>(undefined);
  useEffect(() => {
    const isMore = known.current !== undefined && paid !== undefined && paid > known.current;
    known.current = paid;
    if (!isMore) return;
    const changed =
      orgId === undefined
        ? [['account'], ['ledger']]
        : [['organizations'], ['org', orgId, 'ledger']];
    for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
  }, [orgId, paid, queries]);
}

function TopUpsCardView({ orgId }: WalletProps): ReactNode {
  const topUps = usePages(
    makeWalletKey(orgId, 'topups'),
    { limit: pageSize },
    (query) => read(listTopups({ query: { ...query, orgId } })),
    (pages) => (isAwaited(listTopUps(pages), Date.now()) ? renewMs : false),
  );
  useRenewalAfterPayment(orgId, countPaid(listTopUps(topUps.data?.pages)));
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
                  <Link {...linkTopUp(id, orgId)}>
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

/** A filter of the page does not draw it again. */
export const TopUpsCard = memo(TopUpsCardView);
