import { t } from '../../i18n/language';
import type { OrgSection } from './org-sections';

export function nameOrgSection(section: OrgSection): string {
  const names: Readonly<Record<OrgSection, string>> = {
    overview: t('Overview'),
    teams: t('Teams'),
    members: t('Members'),
    invitations: t('Invitations'),
    limits: t('Limits'),
    keys: t('Keys'),
    calls: t('Calls'),
    refusals: t('Refusals'),
    'own-keys': t('Own provider keys'),
    rules: t('Content rules'),
    usage: t('Usage'),
    caching: t('Caching'),
    reports: t('Reports'),
    billing: t('Billing'),
    invoices: t('Invoices'),
    institution: t('Institution'),
    audit: t('Audit log'),
  };
  return names[section];
}
