import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { isOperator, useAccount } from '../../app/session';
import { t } from '../../i18n/language';
import { Page } from '../../ui/page';
import { EmptyState, LoadingState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { AuditSection } from './audit-section';
import { CatalogSection } from './catalog-section';
import { ChannelsSection } from './channels-section';
import { HealthSection } from './health-section';
import { LedgerSection } from './ledger-section';
import { LiveSection } from './live-section';
import { ModerationSection } from './moderation-section';
import { nameOperatorSection } from './name-operator-section';
import { GrantsSection, InvoicesSection, TopUpsSection } from './money-sections';
import { operatorSections, type OperatorSection } from './operator-sections';
import { OrganizationsSection } from './orgs-section';
import { ProviderKeysSection } from './provider-keys-section';
import { RoutesSection } from './routes-section';
import { TiersSection } from './tiers-section';
import { TokensSection } from './tokens-section';
import { UsersSection } from './users-section';

/** Large, and opened seldom. */
const LazyPrices = lazy(async () => ({
  default: (await import('./prices-section')).PricesSection,
}));

const LazyBills = lazy(async () => ({
  default: (await import('./bills-section')).BillsSection,
}));

function BillsSection(): ReactNode {
  return (
    <Suspense fallback={<LoadingState lines={8} />}>
      <LazyBills />
    </Suspense>
  );
}

function PricesSection(): ReactNode {
  return (
    <Suspense fallback={<LoadingState lines={8} />}>
      <LazyPrices />
    </Suspense>
  );
}

const sections: Readonly<Record<OperatorSection, () => ReactNode>> = {
  health: HealthSection,
  live: LiveSection,
  users: UsersSection,
  orgs: OrganizationsSection,
  grants: GrantsSection,
  topups: TopUpsSection,
  channels: ChannelsSection,
  invoices: InvoicesSection,
  catalog: CatalogSection,
  routes: RoutesSection,
  'provider-keys': ProviderKeysSection,
  prices: PricesSection,
  bills: BillsSection,
  tiers: TiersSection,
  moderation: ModerationSection,
  audit: AuditSection,
  ledger: LedgerSection,
  tokens: TokensSection,
};

/** The whole installation, for its operators. */
export function OperatorPage(): ReactNode {
  const { section } = useParams({ from: '/shell/operator/$section' });
  const account = useAccount();
  const shown = operatorSections.find((name) => name === section);
  const Section = shown === undefined ? undefined : sections[shown];
  if (!isOperator(account)) {
    return (
      <Page title={t('Operator')}>
        <EmptyState title={t('Only operators may see this')} />
      </Page>
    );
  }
  return (
    <Page
      title={t('Operator')}
      lead={t('The whole installation: its traffic, money, people, organizations and providers.')}
    >
      <Tabs
        label={t('Parts of the installation')}
        tabs={operatorSections.map((name) => ({
          title: nameOperatorSection(name),
          link: { to: '/operator/$section', params: { section: name } },
        }))}
      />
      {Section === undefined ? <EmptyState title={t('There is no such page')} /> : <Section />}
    </Page>
  );
}
