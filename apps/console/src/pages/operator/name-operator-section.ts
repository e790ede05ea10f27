import { t } from '../../i18n/language';
import type { OperatorSection } from './operator-sections';

export function nameOperatorSection(section: OperatorSection): string {
  const names: Readonly<Record<OperatorSection, string>> = {
    health: t('Health'),
    live: t('Live traffic'),
    users: t('Users'),
    orgs: t('Organizations'),
    grants: t('Grants'),
    topups: t('Top-ups'),
    channels: t('Payment channels'),
    invoices: t('Invoices'),
    catalog: t('Catalog'),
    routes: t('Provider routes'),
    'provider-keys': t('Provider keys'),
    prices: t('Prices'),
    bills: t('Bill differences'),
    tiers: t('Tiers'),
    moderation: t('Moderation'),
    audit: t('Audit log'),
    ledger: t('Ledger'),
    tokens: t('Operator tokens'),
  };
  return names[section];
}
