import { t } from '../../i18n/language';
import type { OrgRole } from './org-sections';

/** The roles that a viewer may give to others. */
export function nameGivenRoles(role: string): Readonly<Record<string, string>> {
  const names = nameRoles();
  if (role !== 'team_admin') return names;
  return { member: names.member, team_admin: names.team_admin };
}

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
