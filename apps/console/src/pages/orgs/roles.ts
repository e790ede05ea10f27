import { t } from '../../i18n/language';
import type { OrgRole } from './org-sections';

/** What each role may do, in a few words. */
export function nameRoles(): Readonly<Record<OrgRole, string>> {
  return {
    member: t('member: uses keys'),
    teacher: t('teacher: sees and ends sessions of its classes'),
    team_admin: t('team_admin: manages its team'),
    billing_viewer: t('billing_viewer: sees figures and invoices'),
    org_admin: t('org_admin: manages everything'),
  };
}
