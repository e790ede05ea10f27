import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { AutoTopUpCard } from '../billing/auto-top-up-card';
import { GrantsCard } from '../billing/grants-card';
import { LedgerCard } from '../billing/ledger-card';
import type { LedgerFilters } from '../billing/ledger-filters';
import { linkStatement } from '../billing/link-billing';
import { toMonth } from '../billing/month';
import { TopUpDialog } from '../billing/top-up-dialog';
import { TopUpsCard } from '../billing/top-ups-card';
import { useOwnOrganization } from './org-queries';

/** The wallet of the organization. Finance reads it; administrators pay. */
export function BillingSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const filters = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const isReadOnly = role !== 'org_admin';
  return (
    <>
      <CreditCard orgId={orgId} isReadOnly={isReadOnly} filters={filters} />
      <AutoTopUpCard orgId={orgId} isReadOnly={isReadOnly} />
      <TopUpsCard orgId={orgId} />
      <GrantsCard orgId={orgId} />
      <LedgerCard
        orgId={orgId}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
    </>
  );
}

function CreditCard({
  filters: { from, kind, to },
  isReadOnly,
  orgId,
}: {
  readonly orgId: string;
  /** Of the ledger, which the curl command reads. */
  readonly filters: LedgerFilters;
  readonly isReadOnly: boolean;
}): ReactNode {
  const [isToppingUp, setToppingUp] = useState(false);
  const own = useOwnOrganization(orgId);
  const month = toMonth(Date.now());
  return (
    <Card
      title={t('Credit')}
      actions={
        <>
          <CurlLink path="/api/billing/ledger" query={{ orgId, kind, from, to }} />
          <Link {...linkStatement(month, orgId)} className="self-center">
            {t('Monthly statements')}
          </Link>
          <span className="flex gap-2 no-print">
            <Button onClick={() => print()}>{t('Print')}</Button>
            {!isReadOnly && (
              <Button look="primary" onClick={() => setToppingUp(true)}>
                {t('Top up')}
              </Button>
            )}
          </span>
        </>
      }
    >
      <Figure label={t('Balance (USD)')}>
        <Money usd={own?.creditBalance} />
      </Figure>
      {isToppingUp && <TopUpDialog orgId={orgId} onClose={() => setToppingUp(false)} />}
    </Card>
  );
}
