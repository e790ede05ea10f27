import { t } from '../../i18n/language';
import type { OrgRole } from './org-sections';

/** The roles that a viewer may give to others, each with what it may do. */
export function nameGivenRoles(role: string): Readonly<Record<string, string>> {
  const names = describeRoles();
  if (role !== 'team_admin') return names;
  return { member: names.member, team_admin: names.team_admin };
}

/** What each role may do, in a few words. */
export function describeRoles(): Readonly<Record<OrgRole, string>> {
  return {
    member: t('member: uses keys'),
    teacher: t('teacher: sees and ends sessions of its classes'),
    team_admin: t('team administrator: manages its team'),
    billing_viewer: t('billing viewer: sees figures and invoices'),
    org_admin: t('administrator: manages everything'),
  };
}

/** The role of a member; one that this console does not know is shown as the API names it. */
export function nameRole(role: string): string {
  const names: Readonly<Record<OrgRole, string>> = {
    member: t('member'),
    teacher: t('teacher'),
    team_admin: t('team administrator'),
    billing_viewer: t('billing viewer'),
    org_admin: t('administrator'),
  };
  return names[role as OrgRole] ?? role;
}
