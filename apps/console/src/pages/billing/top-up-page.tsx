import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getTopup } from '../../api/generated/sdk.gen';
import type { GetTopupResponse } from '../../api/generated/types.gen';
import { useAccount } from '../../app/session';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Facts, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { Time } from '../../ui/time';
import { useOrgName } from '../orgs/org-queries';
import { TopUpStatus } from './top-up-status';
import { makeWalletKey, type WalletProps } from './wallet';

/** The receipt of one top-up. */
export function TopUpPage(): ReactNode {
  const { topupId } = useParams({ from: '/shell/billing/top-ups/$topupId' });
  const { user } = useAccount();
  return <TopUpView topupId={topupId} owner={user.email} />;
}

/** The same for a top-up of an organization. */
export function OrgTopUpPage(): ReactNode {
  const { orgId, topupId } = useParams({ from: '/shell/orgs/$orgId/top-ups/$topupId' });
  return <TopUpView topupId={topupId} owner={useOrgName(orgId)} orgId={orgId} />;
}

function TopUpView({
  orgId,
  owner,
  topupId,
}: WalletProps & { readonly topupId: string; readonly owner: string }): ReactNode {
  const topUp = useQuery({
    queryKey: makeWalletKey(orgId, 'topups', topupId),
    queryFn: () => read(getTopup({ path: { id: topupId } })),
  });
  return (
    <Page
      title={t('Receipt of a top-up')}
      lead={topupId}
      actions={
        <>
          <CurlLink path={`/api/billing/topups/${topupId}`} />
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      <Card>
        <QueryView query={topUp} lines={8}>
          {(data) => <ReceiptFacts topUp={data} owner={owner} />}
        </QueryView>
      </Card>
    </Page>
  );
}

function ReceiptFacts({
  owner,
  topUp,
}: {
  readonly topUp: GetTopupResponse;
  readonly owner: string;
}): ReactNode {
  const isForeign = topUp.currency !== 'USD';
  return (
    <Facts
      facts={[
        [t('Account'), owner],
        [t('Status'), <TopUpStatus key="status" status={topUp.status} />],
        [t('Paid by'), topUp.channel],
        [t('Made'), <Time key="made" at={topUp.createdAt} />],
        [t('Paid at'), <Time key="paid" at={topUp.paidAt} />],
        ...(topUp.refundedAt === null
          ? []
          : ([[t('Refunded at'), <Time key="refunded" at={topUp.refundedAt} />]] as const)),
        [t('Credit (USD)'), <Money key="credit" usd={topUp.amountUsd} />],
        [t('Fee (USD)'), <Money key="fee" usd={topUp.feeUsd} />],
        [t('VAT (USD)'), <Money key="vat" usd={topUp.vatUsd} />],
        [t('Total (USD)'), <Money key="total" usd={topUp.totalUsd} />],
        ...(isForeign
          ? ([
              [t('Total in {currency}', { currency: topUp.currency }), topUp.totalLocal],
              [t('{currency} for one USD', { currency: topUp.currency }), topUp.fxRate],
            ] as const)
          : []),
      ]}
    />
  );
}
