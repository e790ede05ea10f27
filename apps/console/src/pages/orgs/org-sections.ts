export type OrgRole = 'org_admin' | 'billing_viewer' | 'team_admin' | 'member' | 'teacher';

export const orgSections = [
  'overview',
  'teams',
  'members',
  'invitations',
  'limits',
  'keys',
  'calls',
  'refusals',
  'own-keys',
  'rules',
  'usage',
  'caching',
  'reports',
  'billing',
  'invoices',
  'institution',
  'audit',
] as const;
export type OrgSection = (typeof orgSections)[number];

const byRole: Readonly<Record<OrgRole, readonly OrgSection[]>> = {
  org_admin: orgSections,
  billing_viewer: [
    'overview',
    'keys',
    'calls',
    'refusals',
    'usage',
    'caching',
    'reports',
    'billing',
    'invoices',
  ],
  team_admin: ['teams', 'members', 'invitations', 'keys', 'calls', 'refusals', 'usage', 'caching'],
  // Of its own calls.
  member: ['calls', 'refusals', 'usage', 'caching'],
  teacher: ['institution'],
};

/** What a role may open; the API refuses the rest. */
export function listSections(role: string): readonly OrgSection[] {
  return byRole[role as OrgRole] ?? [];
}

interface OrgLink {
  readonly to: '/orgs/$orgId/$section';
  readonly params: { readonly orgId: string; readonly section: string };
}

/** To the first section that the role may open. */
export function linkFirstSection(orgId: string, role: string): OrgLink {
  const [section = 'overview'] = listSections(role);
  return { to: '/orgs/$orgId/$section', params: { orgId, section } };
}
