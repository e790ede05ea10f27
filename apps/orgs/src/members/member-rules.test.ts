import type { Membership, OrgRole } from '@tollgate/org-access';
import type { Member } from './member';
import { assertMayChange, assertMayGive, assertPlace } from './member-rules';

const member: Member = {
  id: 'mem_2',
  orgId: 'org_1',
  userId: 'user_2',
  role: 'member',
  isOwner: false,
  teamId: 'team_1',
  monthlyBudgetNanos: null,
  joinedAt: new Date(0),
};

function membershipOf(role: OrgRole): Membership {
  return {
    orgId: 'org_1',
    orgName: 'Acme',
    memberId: 'mem_1',
    userId: 'user_1',
    role,
    isOwner: false,
    teamId: 'team_1',
    joinedAt: new Date(0),
    isOrgSuspended: false,
  };
}

describe('a team_admin', () => {
  const teamAdmin = membershipOf('team_admin');

  it.each(['member', 'team_admin'] as const)('gives the role %s in the own team', (role) => {
    expect(() => assertMayGive(teamAdmin, { role, teamId: 'team_1' })).not.toThrow();
    expect(() => assertMayGive(teamAdmin, { role, teamId: 'team_2' })).toThrow('own team');
    expect(() => assertMayGive(teamAdmin, { role, teamId: null })).toThrow('own team');
  });

  it.each(['org_admin', 'billing_viewer', 'teacher'] as const)(
    'neither makes nor changes a %s',
    (role) => {
      expect(() => assertMayGive(teamAdmin, { role, teamId: 'team_1' })).toThrow(role);
      expect(() => assertMayChange(teamAdmin, { ...member, role })).toThrow(role);
    },
  );

  it('changes members of the own team only', () => {
    expect(() => assertMayChange(teamAdmin, member)).not.toThrow();
    expect(() => assertMayChange(teamAdmin, { ...member, teamId: 'team_2' })).toThrow('own team');
    expect(() => assertMayChange(teamAdmin, { ...member, teamId: null })).toThrow('own team');
  });

  it('has a team', () => {
    expect(() => assertPlace({ role: 'team_admin', teamId: null })).toThrow('teamId');
    expect(() => assertPlace({ role: 'org_admin', teamId: null })).not.toThrow();
  });
});

describe('an org_admin', () => {
  it('gives and changes everything', () => {
    const orgAdmin = membershipOf('org_admin');
    expect(() => assertMayGive(orgAdmin, { role: 'org_admin', teamId: 'team_2' })).not.toThrow();
    expect(() => assertMayChange(orgAdmin, { ...member, role: 'org_admin' })).not.toThrow();
  });
});
