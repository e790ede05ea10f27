import { linkFirstSection, listSections } from './org-sections';

describe('the sections of an organization', () => {
  it('are all open to an administrator', () => {
    expect(listSections('org_admin')).toContain('rules');
  });

  it('for finance are figures and invoices', () => {
    expect(listSections('billing_viewer')).toEqual([
      'overview',
      'keys',
      'calls',
      'refusals',
      'usage',
      'caching',
      'reports',
      'billing',
      'invoices',
    ]);
  });

  it('for a teacher are the sessions of its classes', () => {
    expect(listSections('teacher')).toEqual(['institution']);
  });

  it('for a member are its own calls and refusals, and figures of them', () => {
    expect(listSections('member')).toEqual(['calls', 'refusals', 'usage', 'caching']);
  });

  it('are closed to roles that are not known', () => {
    expect(listSections('somebody')).toEqual([]);
  });

  it.each(['org_admin', 'billing_viewer', 'team_admin', 'member', 'teacher'])(
    'are linked by the first one that the role %s may open',
    (role) => {
      const { params } = linkFirstSection('org_1', role);
      expect(params.orgId).toBe('org_1');
      expect(listSections(role)).toContain(params.section);
    },
  );
});
