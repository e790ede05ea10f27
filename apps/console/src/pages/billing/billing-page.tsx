import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useAccount } from '../../app/session';
import { t } from '../../i18n/language';
import { isDrawing } from '../../state/is-drawing';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { AlertsCard } from './alerts-card';
import { AutoTopUpCard } from './auto-top-up-card';
import { GrantsCard } from './grants-card';
import { LedgerCard } from './ledger-card';
import { linkStatement } from './link-billing';
import { toMonth } from './month';
import { TopUpDialog } from './top-up-dialog';
import { TopUpsCard } from './top-ups-card';

export function BillingPage(): ReactNode {
  const { credits } = useAccount();
  const filters = useSearch({ from: '/shell/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const [isToppingUp, setToppingUp] = useState(false);
  // The build knows no month; a drawn page is inert until this one replaces it.
  const month = toMonth(isDrawing ? 0 : Date.now());
  return (
    <Page
      title={t('Billing')}
      lead={t(
        'Credit is prepaid in USD. Every top-up, grant, refund and call is an entry of the ledger below.',
      )}
      actions={
        <>
          <CurlLink path="/api/billing/ledger" query={filters} />
          <Link {...linkStatement(month, undefined)} className="self-center">
            {t('Monthly statements')}
          </Link>
          <Button onClick={() => print()}>{t('Print')}</Button>
          <Button look="primary" onClick={() => setToppingUp(true)}>
            {t('Top up')}
          </Button>
        </>
      }
    >
      <Card>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Figure label={t('Balance (USD)')}>
            <Money usd={credits.balance} />
          </Figure>
          <Figure label={t('Credit ever added (USD)')}>
            <Money usd={credits.totalCredits} />
          </Figure>
          <Figure label={t('Spent so far (USD)')}>
            <Money usd={credits.totalUsage} />
          </Figure>
        </div>
      </Card>
      <AutoTopUpCard />
      <TopUpsCard />
      <GrantsCard />
      <AlertsCard />
      <LedgerCard
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
      {isToppingUp && <TopUpDialog onClose={() => setToppingUp(false)} />}
    </Page>
  );
}
